/** The package's own types take it for an ES module, which it isn't. */
declare module 'robots-parser' {
  function robotsParser(
    address: string,
    text: string,
  ): {
    /** Undefined for an address of another site. */
    isAllowed(address: string, agent: string): boolean | undefined;
    /** In seconds. */
    getCrawlDelay(agent: string): number | undefined;
  };
  export = robotsParser;
}
