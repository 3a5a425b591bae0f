import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

declare const window: { axe?: typeof Axe };

// A browser compiles the minified program in half the time.
const program = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Problem {
  rule: string;
  /** The elements that break it, as HTML. */
  elements: string[];
}

/** The problems that axe finds in the shown page and its frames (WCAG 2.2 AA and best practices). */
export const problemsOf = async (page: Page): Promise<Problem[]> => {
  // The driver of axe for Playwright compiles axe twice for each check, which takes longer than the check.
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => window.axe !== undefined)) continue;
    await frame.evaluate(`${program}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  }
  return page.evaluate(async () => {
    const { violations = [] } = (await window.axe?.run({ resultTypes: ['violations'] })) ?? {};
    return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
  });
};
