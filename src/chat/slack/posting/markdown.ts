import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Span } from '../../../domain.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

export function parseMarkdown(markdown: string): Nodes {
  return parser.parse(markdown);
}

/**
 * Markdown for a `markdown` block: every `<` and every written entity is shown as it stands, so that no control
 * sequence (`<!here>`, `<@U…>`, `<#C…>`) can come from a model or a document. Link targets keep their `&`.
 */
export function escapeMarkdown(markdown: string): string {
  if (!/[<&]/.test(markdown)) return markdown;
  const targets = linkTargets(parseMarkdown(markdown), markdown).sort((a, b) => a.start - b.start);
  let escaped = '';
  let from = 0;
  for (const { start, end } of targets) {
    if (start < from) continue;
    escaped += escapeLiteral(markdown.slice(from, start)) + escapeTarget(markdown.slice(start, end));
    from = end;
  }
  return escaped + escapeLiteral(markdown.slice(from));
}

function escapeLiteral(text: string): string {
  return text.replace(/&(?=#?\w{1,32};)/g, '&amp;').replaceAll('<', '&lt;');
}

function escapeTarget(text: string): string {
  // An address in angle brackets is a link in Markdown and a control sequence in Slack's own syntax.
  const address = /^<([a-z][a-z0-9+.-]*:[^<>|\s]+)>$/i.exec(text)?.[1];
  return (address ?? text).replaceAll('<', '%3C');
}

/** Where link addresses stand in the source. */
function linkTargets(node: Nodes, source: string): Span[] {
  const own = targetOf(node, source);
  const inner = 'children' in node ? node.children.flatMap((child) => linkTargets(child, source)) : [];
  return own ? [own, ...inner] : inner;
}

function targetOf(node: Nodes, source: string): Span | undefined {
  if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return undefined;
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return undefined;
  const written = source.slice(start, end);
  if (written.startsWith('[') || written.startsWith('![')) {
    const label = node.type === 'link' ? node.children.at(-1)?.position?.end.offset : undefined;
    const opening = source.indexOf(node.type === 'definition' ? ']:' : '](', label ?? start);
    return opening === -1 || opening >= end ? undefined : { start: opening + 2, end };
  }
  // `<https://…>` with a bar would be a masked link in Slack's syntax: left to be shown literally.
  return written.startsWith('<') && written.includes('|') ? undefined : { start, end };
}
