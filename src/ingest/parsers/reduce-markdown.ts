import type { Definition, Nodes, Parents, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { stripTags, textOfTag } from './strip-tags.ts';
import { stripTemplateTags } from './template-tags.ts';
import { applyEdits, type TextEdit } from './text-edits.ts';

const processor = unified().use(remarkParse).use(remarkGfm);

/**
 * Markdown without HTML, template tags, setext headings and link definitions; all other characters stay as they are.
 * Text inside code is never touched.
 */
export async function reduceMarkdown(source: string): Promise<string> {
  let text = source.includes('{%') || source.includes('{{') ? stripTemplateTags(source, codeRanges(source)) : source;
  // What is left of `<<b>i>` is a tag again; honest text needs one round, and what outlasts three is shown as text.
  for (let round = 0; round < 4; round++) {
    const edits = await findEdits(text, processor.parse(text), round === 3);
    if (edits.length === 0) break;
    text = applyEdits(text, edits);
    if (!text.includes('<')) break;
  }
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

function codeRanges(source: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  walk(processor.parse(source), (node) => {
    if (node.type === 'code' || node.type === 'inlineCode') ranges.push(rangeOf(node));
  });
  return ranges;
}

async function findEdits(source: string, root: Root, lastRound: boolean): Promise<TextEdit[]> {
  const definitions = new Map<string, Definition>();
  const blocks: Promise<TextEdit>[] = [];
  const edits: TextEdit[] = [];
  walk(root, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
  });
  walk(root, (node, parents) => {
    const range = rangeOf(node);
    const slice = source.slice(range.start, range.end);
    if (node.type === 'heading') edits.push(...setextEdits(range, slice));
    else if (node.type === 'definition') edits.push({ ...range, text: '', block: true });
    else if (node.type === 'linkReference' || node.type === 'imageReference') {
      edits.push(...referenceEdits(node.referenceType, range, slice, definitions.get(node.identifier)));
    } else if (node.type === 'html') {
      if (lastRound) edits.push({ ...range, text: slice.replaceAll('<', '\\<') });
      else if (isFlow(parents.at(-1))) blocks.push(blockEdit(range, slice, parents.length === 1));
      else edits.push({ ...range, text: inlineText(source, range.end, slice, parents) });
    }
  });
  return [...edits, ...(await Promise.all(blocks))];
}

function walk(node: Nodes, visit: (node: Nodes, parents: readonly Parents[]) => void): void {
  const pending: { node: Nodes; parents: readonly Parents[] }[] = [{ node, parents: [] }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, parents } = entry;
    visit(node, parents);
    if (!('children' in node)) continue;
    const below = [...parents, node];
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined) pending.push({ node: child, parents: below });
    }
  }
}

function rangeOf(node: Nodes): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function isFlow(parent: Parents | undefined): boolean {
  return (
    parent?.type === 'root' ||
    parent?.type === 'listItem' ||
    parent?.type === 'blockquote' ||
    parent?.type === 'footnoteDefinition'
  );
}

/** A heading that spans lines is a setext heading: its lines are joined behind number signs, its underline goes. */
function setextEdits({ start, end }: { start: number; end: number }, slice: string): TextEdit[] {
  const underline = /[ \t]*\n[ \t>]*(=+|-+)[ \t]*$/.exec(slice);
  if (underline === null) return [];
  const joins = [...slice.slice(0, underline.index).matchAll(/[ \t]*\n[ \t>]*/g)];
  return [
    { start, end: start, text: underline[1]?.startsWith('=') ? '# ' : '## ' },
    ...joins.map((join) => ({ start: start + join.index, end: start + join.index + join[0].length, text: ' ' })),
    { start: start + underline.index, end, text: '' },
  ];
}

/** `[text][label]` becomes `[text](url)`, since the definition doesn't stay. */
function referenceEdits(
  type: 'full' | 'collapsed' | 'shortcut',
  { start, end }: { start: number; end: number },
  slice: string,
  definition: Definition | undefined,
): TextEdit[] {
  if (definition === undefined) return [];
  const url = /[\s()<>]/.test(definition.url) ? encodeURI(definition.url).replace(/[()]/g, '\\$&') : definition.url;
  const tail = type === 'full' ? slice.lastIndexOf('[') : type === 'collapsed' ? slice.length - 2 : slice.length;
  return [{ start: start + tail, end, text: `(${url})` }];
}

function inlineText(source: string, end: number, html: string, parents: readonly Parents[]): string {
  if (/^<[!?]/.test(html)) return '';
  // A line break may start a line only where what follows cannot be taken for a heading, a list or a rule.
  const isPlainParagraph = parents.length === 2 && parents[1]?.type === 'paragraph';
  const next = /^[ \t]*\p{L}/u.test(source.slice(end, end + 20));
  return textOfTag(html, isPlainParagraph && next ? '\n' : ' ', source[end]);
}

const structured = /<(?:table|tr|td|h[1-6]|li|pre)[\s>]/i;

/** Tables, headings, lists and preformatted text are converted; other blocks are stripped line by line. */
async function blockEdit(range: { start: number; end: number }, slice: string, atRoot: boolean): Promise<TextEdit> {
  if (!atRoot) return { ...range, text: stripTags(slice, ' ').trim() };
  if (structured.test(slice.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))) {
    const { htmlToMarkdown } = await import('./html-to-markdown.ts');
    return { ...range, text: htmlToMarkdown(slice), block: true };
  }
  const lines = stripTags(slice, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { ...range, text: lines.join('\n'), block: true };
}
