import type { List, Nodes, Table } from 'mdast';
import { parseMarkdown } from './markdown.ts';
import { escapeMrkdwn } from './text.ts';

/** Markdown that went through `escapeMarkdown`, in Slack's own syntax: for `text`, and where `markdown` is refused. */
export function toMrkdwn(markdown: string): string {
  return render(parseMarkdown(markdown));
}

function render(node: Nodes): string {
  switch (node.type) {
    case 'root':
      return node.children.map(render).join('\n\n');
    case 'text':
    case 'html':
      return escapeMrkdwn(node.value);
    case 'heading':
    case 'strong':
      return `*${inline(node.children)}*`;
    case 'emphasis':
      return `_${inline(node.children)}_`;
    case 'delete':
      return `~${inline(node.children)}~`;
    case 'inlineCode':
      return `\`${code(node.value)}\``;
    case 'code':
      return `\`\`\`\n${code(node.value)}\n\`\`\``;
    case 'link':
      return link(node.url, inline(node.children));
    case 'image':
      return escapeMrkdwn(node.alt ?? '');
    case 'break':
      return '\n';
    case 'thematicBreak':
      return '———';
    case 'blockquote':
      return node.children.map(render).join('\n\n').replace(/^/gm, '> ');
    case 'list':
      return list(node);
    case 'table':
      return table(node);
    case 'definition':
      return '';
    default:
      return 'children' in node ? inline(node.children) : '';
  }
}

/** Markdown decodes no entities in code, so those that `escapeMarkdown` wrote are still there. */
function code(value: string): string {
  return escapeMrkdwn(value.replace(/&(?:lt|amp);/g, (entity) => (entity === '&lt;' ? '<' : '&')));
}

function inline(nodes: readonly Nodes[]): string {
  return nodes.map(render).join('');
}

function link(url: string, label: string): string {
  if (!/^(?:https?|mailto):/i.test(url)) return label;
  const address = escapeMrkdwn(url).replaceAll('|', '%7C');
  return label === '' || label === escapeMrkdwn(url) ? `<${address}>` : `<${address}|${label.replaceAll('|', '¦')}>`;
}

function list(node: List): string {
  const first = node.start ?? 1;
  return node.children
    .map((item, at) => {
      const body = item.children.map(render).join('\n').replaceAll('\n', '\n    ');
      return `${node.ordered ? `${first + at}.` : '•'} ${body}`;
    })
    .join('\n');
}

/** Slack's text knows no tables: a line a row, cells with a dot between. */
function table(node: Table): string {
  return node.children.map((row) => row.children.map((cell) => inline(cell.children)).join(' · ')).join('\n');
}
