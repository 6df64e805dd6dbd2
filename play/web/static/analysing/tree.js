// The moves of a file and the branches that somebody has tried.

/** A spot: the move that leads there, and where it may go on. The first child of a spot of the game is its next move. */
class Node {
  constructor(tree, parent, text, seat, part, isMain, seed) {
    const number = parent ? parent.number + 1 : 0;
    Object.assign(this, { tree, parent, text, seat, part, isMain, seed, number, children: [] });
    parent?.children.push(this);
  }

  /** What the server is told of the way here. */
  get path() {
    const branch = [];
    let node = this;
    for (; !node.isMain; node = node.parent) branch.unshift(node.text);
    return { at: node.number, branch, seed: this.isMain ? this.tree.seed : this.seed };
  }

  /** The spot of the game that its branch begins at. */
  get base() {
    let node = this;
    while (!node.isMain) node = node.parent;
    return node;
  }

  /** The next move of the same line. */
  get continued() {
    const [first] = this.children;
    return first?.isMain === this.isMain ? first : null;
  }

  get next() {
    return this.children[0] ?? null;
  }
}

export class Tree {
  /** seed: of chance in new branches and of what a position does not tell; null: as in the file. */
  constructor(moves, seed) {
    this.seed = seed;
    this.root = new Node(this, null, "", null, "", true, seed);
    let node = this.root;
    for (const move of moves) node = new Node(this, node, move.text, move.seat, move.part, true, null);
  }

  /** The spot after a move: one that is there already, or the beginning of a branch. */
  after(node, text, seat) {
    const seed = node.isMain ? this.seed : node.seed;
    const known = node.children.find((child) => child.text === text && (child.isMain || child.seed === seed));
    return known ?? new Node(this, node, text, seat, "", false, seed);
  }

  /** The same moves with another chance: a branch of its own; without a branch only the seed changes. */
  redrawn(node, seed) {
    this.seed = seed;
    const moves = [];
    for (let each = node; !each.isMain; each = each.parent) moves.unshift(each);
    return moves.reduce((at, move) => this.after(at, move.text, move.seat), node.base);
  }

  /** Forget a branch from a move on; the spot before it. */
  drop(node) {
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /** The first move of the branch that a spot is in. */
  branchOf(node) {
    let first = node;
    while (!first.parent.isMain && first.parent.children[0] === first) first = first.parent;
    return first;
  }

  /** The end of the line that a spot is in. */
  last(node) {
    let end = node;
    while (end.continued) end = end.continued;
    return end;
  }
}
