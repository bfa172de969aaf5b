import { extname } from 'node:path';
import picomatch from 'picomatch';

export interface FileFilterOptions {
  /** Globs relative to the source. Absent means every file of a supported format. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Extensions that can be parsed, lower case with the dot. */
  readonly extensions: readonly string[];
}

export interface FileFilter {
  /** Whether the file is a document of the source; a text is the reason why a policy among the others can't be one. */
  judge(path: string): 'wanted' | 'not wanted' | { readonly reason: string };
}

/** Formats that hold policies but cannot be parsed: worth telling, where an image or a script is not. */
const officeExtensions: ReadonlySet<string> = new Set(
  '.doc .docm .rtf .odt .pages .ppt .pptx .odp .key .xls .xlsx .ods .csv .adoc .asciidoc .rst .tex .epub .eml .msg'.split(
    ' ',
  ),
);

/** Which files of a folder or a repository are documents. Hidden ones are for the caller to leave out. */
export function createFileFilter({ include, exclude, extensions }: FileFilterOptions): FileFilter {
  const included = include === undefined ? () => true : picomatch([...include], { dot: false });
  const excluded = picomatch([...(exclude ?? [])]);
  return {
    judge(path) {
      if (!included(path) || excluded(path)) return 'not wanted';
      const extension = extname(path).toLowerCase();
      if (include !== undefined || extensions.includes(extension)) return 'wanted';
      if (!officeExtensions.has(extension)) return 'not wanted';
      return { reason: `format ${extension} is not supported; supported: ${extensions.join(', ')}` };
    },
  };
}
