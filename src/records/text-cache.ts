export interface TextCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  clear(): void;
}

/** Keeps the texts used last, up to a total of characters. */
export function createTextCache(maxChars: number): TextCache {
  const texts = new Map<string, string>();
  let chars = 0;

  function drop(key: string): void {
    chars -= texts.get(key)?.length ?? 0;
    texts.delete(key);
  }

  return {
    get(key) {
      const text = texts.get(key);
      if (text === undefined) return undefined;
      // A Map lists its keys in the order of insertion, so the first one is the one not used for longest.
      texts.delete(key);
      texts.set(key, text);
      return text;
    },
    set(key, text) {
      drop(key);
      texts.set(key, text);
      chars += text.length;
      for (const oldest of texts.keys()) {
        if (chars <= maxChars) break;
        drop(oldest);
      }
    },
    clear() {
      texts.clear();
      chars = 0;
    },
  };
}
