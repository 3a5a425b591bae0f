// A browser or extension that translates a page replaces texts by elements, of which React knows nothing: it goes on
// with the texts that it made, which have no place any more (https://github.com/facebook/react/issues/11538).

/** The element in the place of a text. */
const replacements = new WeakMap<Node, ChildNode>();

const isReplacement = (node: Node | null | undefined, added: ReadonlySet<Node>): node is Element =>
  node instanceof Element && added.has(node);

/** The element that was put before, behind or in the place of a removed text, if there is one. */
const replacementIn = (
  { addedNodes, previousSibling, nextSibling }: MutationRecord,
  added: ReadonlySet<Node>,
): Element | undefined =>
  [addedNodes[0], previousSibling, nextSibling].find((node) => isReplacement(node, added));

/** React has changed a text without a place: it gets its place back, with the new words. */
const putBack = (text: Node): void => {
  const there = replacements.get(text);
  if (!there?.isConnected || text.parentNode !== null) return;
  replacements.delete(text);
  there.parentNode?.replaceChild(text, there);
};

/** The child of `parent` that is `child`, has it inside, or stands in its place; null if there is none. */
const placeIn = (parent: Node, child: Node): Node | null => {
  for (let node: Node | null = child; node; node = node.parentNode ?? replacements.get(node) ?? null)
    if (node.parentNode === parent) return node;
  return null;
};

/** Lets React go on after its texts were replaced. Called once. */
export const acceptReplacedTexts = (): void => {
  const { insertBefore, removeChild } = Node.prototype;
  const removed = new WeakSet<Node>();
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const isThere = before === null || before.parentNode === this;
    insertBefore.call(this, node, isThere ? before : placeIn(this, before));
    return node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removed.add(child);
    const place = placeIn(this, child);
    if (place) removeChild.call(this, place);
    return child;
  };
  const changed = new MutationObserver((records) => {
    for (const { target } of records) putBack(target);
  });
  new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const record of records)
      for (const text of record.removedNodes) {
        if (!(text instanceof Text) || text.parentNode !== null || removed.has(text)) continue;
        const there = replacementIn(record, added);
        if (!there) continue;
        replacements.set(text, there);
        changed.observe(text, { characterData: true });
      }
  }).observe(document, { childList: true, subtree: true });
};
