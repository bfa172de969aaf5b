import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { formats } from './formats.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { joinPages } from './join-pages.ts';
import { readMetadata } from './metadata.ts';
import { readOfficeFields } from './office/office-fields.ts';
import { loadPart, openOfficeFile, readPart, readRelations } from './office/office-part.ts';
import { slideToHtml } from './office/pptx-slide.ts';
import type { Parser } from './parser.ts';
import type { ZipArchive } from './read-zip.ts';
import { unreadable } from './unreadable.ts';

/** The text of each slide under its title, one slide a page; hidden slides, speaker notes and comments are left out. */
export function createPptxParser(): Parser {
  return {
    ...formats.pptx,
    async parse({ bytes, path }) {
      const zip = openOfficeFile(bytes);
      const slides = readSlides(zip);
      const raw = slides.map(({ html }) => htmlToMarkdown(html));
      if (raw.every((slide) => slide === '')) throw unreadable('has no text on the slides that are shown');
      const { text, pageStarts } = joinPages(raw.map(cleanText));
      const { metadata, notes } = readMetadata({ fields: readOfficeFields(zip), text, path });
      return { text, pageStarts, metadata, notes: [...hiddenTextNotes(raw.join('')), ...slideNotes(slides), ...notes] };
    },
  };
}

interface Slide {
  readonly html: string;
  readonly isHidden: boolean;
  readonly hasNotes: boolean;
  readonly hasChart: boolean;
}

const presentation = 'ppt/presentation.xml';

function readSlides(zip: ZipArchive): Slide[] {
  const xml = readPart(zip, presentation);
  if (xml === undefined) throw unreadable('is damaged: open it in PowerPoint and save it again');
  const relations = readRelations(zip, presentation);
  const $ = loadPart(xml.replace(/\br:id=/g, 'relation='));
  return $('sldIdLst > sldId')
    .toArray()
    .map((element, i) => readSlide(zip, relations.get(element.attribs.relation ?? '')?.target ?? '', i + 1));
}

function readSlide(zip: ZipArchive, part: string, number: number): Slide {
  const $ = loadPart(readPart(zip, part) ?? '');
  const relations = readRelations(zip, part);
  const isHidden = /^(?:0|false)$/.test($('sld').attr('show') ?? '');
  const notes = [...relations.values()].find(({ type }) => type === 'notesSlide');
  return {
    html: isHidden ? '' : slideToHtml($, { zip, relations, number }),
    isHidden,
    hasNotes: notes !== undefined && saysSomething(zip, notes.target),
    hasChart: !isHidden && [...relations.values()].some(({ type }) => type === 'chart' || type === 'chartEx'),
  };
}

/** A page of notes always has fields such as the slide's number; only its body is somebody's text. */
function saysSomething(zip: ZipArchive, part: string): boolean {
  const $ = loadPart(readPart(zip, part) ?? '');
  return $('sp')
    .toArray()
    .some((shape) => $(shape).find('ph[type=body]').length > 0 && $(shape).find('t').text().trim() !== '');
}

function slideNotes(slides: readonly Slide[]): string[] {
  const numbers = (is: (slide: Slide) => boolean) => slides.flatMap((slide, i) => (is(slide) ? [i + 1] : []));
  const say = (which: readonly number[], what: string) =>
    which.length === 0 ? [] : [`${which.length === 1 ? 'slide' : 'slides'} ${which.join(', ')}: ${what}`];
  return [
    ...say(
      numbers(({ isHidden }) => isHidden),
      'hidden, and left out',
    ),
    ...say(
      numbers(({ hasChart }) => hasChart),
      'what a chart shows is not read',
    ),
    ...say(
      numbers(({ hasNotes }) => hasNotes),
      'speaker notes are not read, since they may be meant for the speaker only',
    ),
  ];
}
