import { type CheerioAPI, load } from 'cheerio';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import { tableToMarkdown } from './html-table.ts';

/** Turns HTML into Markdown without any HTML; what people don't see in a browser is left out. */
export function htmlToMarkdown(html: string): string {
  return documentToMarkdown(load(html));
}

/** The same for a parsed page, which is changed on the way. */
export function documentToMarkdown($: CheerioAPI): string {
  removeUnseen($);
  rewriteInline($);
  const blocks: string[] = [];
  const keep = (markdown: string) => `<p>${mark}${blocks.push(markdown) - 1}${mark}</p>`;
  $('pre').each((_, element) => {
    $(element).replaceWith(keep(fence($(element).text())));
  });
  // Innermost first, so that a table inside a cell has become text when its outer table is read.
  for (const element of $('table').toArray().reverse()) {
    const nested = $(element).parents('table').length > 0;
    const markdown = tableToMarkdown(
      $,
      element,
      (html) =>
        translate(html)
          .replace(/(?:^|\s*\n\s*)(?:- )?/g, ' ')
          .trim(),
      nested,
    );
    if (nested) $(element).replaceWith($('<p>').text(markdown));
    else $(element).replaceWith(keep(markdown));
  }
  return translate($('body').html() ?? '')
    .replace(new RegExp(`[^\\S\\n]*${mark}(\\d+)${mark}`, 'g'), (_, index) => `\n\n${blocks[Number(index)] ?? ''}\n\n`)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Stands for a finished block; a noncharacter, which `cleanText` removes from every document. */
const mark = '\ufdd0';

const unseen = [
  'script, style, noscript, template, iframe, object, svg, canvas, button, select, input, textarea',
  'nav, footer, aside, [role=navigation], [role=contentinfo], [role=complementary], [role=search]',
  '[hidden], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], [style*="visibility: hidden"]',
].join(', ');

function removeUnseen($: CheerioAPI): void {
  $(unseen).remove();
  // A page's header is chrome, but often the only place where its title stands.
  $('header, [role=banner]').each((_, element) => {
    const inside = $(element).closest('main, article').length > 0;
    if (!inside) $(element).replaceWith($(element).find('h1'));
  });
}

function rewriteInline($: CheerioAPI): void {
  $('img').each((_, element) => {
    $(element).replaceWith($('<span>').text($(element).attr('alt') ?? ''));
  });
  $('sup').each((_, element) => {
    if (/^\s*\d+\s*$/.test($(element).text())) $(element).prepend('^');
  });
  $('h1, h2, h3, h4, h5, h6')
    .find('strong, b, em, i, u')
    .each((_, element) => {
      $(element).replaceWith($(element).contents());
    });
  $('a').each((_, element) => {
    const href = $(element).attr('href') ?? '';
    if (href.startsWith('#') && /^skip to\b/i.test($(element).text().trim())) $(element).remove();
    if (href === '' || href.startsWith('#') || /^\s*(?:javascript|data):/i.test(href)) $(element).removeAttr('href');
    if ($(element).text().trim() === '') $(element).removeAttr('href');
    $(element).removeAttr('title');
  });
}

function fence(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}\n${code.replace(/^\n|\s+$/g, '')}\n${marks}`;
}

const translator = new NodeHtmlMarkdown({
  bulletMarker: '-',
  indent: '    ',
  useInlineLinks: false,
  blockElements: ['summary', 'details'],
  // Only what would change the meaning: every further backslash would stand in what is quoted.
  globalEscape: [
    /[`*]|\\(?=[!-/:-@[-`{-~])|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|\[(?=[^[\]]*\][(:[])/giu,
    '\\$&',
  ],
  lineStartEscape: [/^(\s*)(#{1,6}(?=\s)|>|=+\s*$|-+\s*$)/g, '$1\\$2'],
});

function translate(html: string): string {
  return translator.translate(html);
}
