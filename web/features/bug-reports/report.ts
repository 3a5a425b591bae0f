import { messages } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { consoleErrors } from '../../console-errors.ts';
import { lastErrorId } from '../../error-id.ts';
import { words } from '../../words/words.ts';
import { cleanError, withoutSecrets } from './clean.ts';

/** As the server's own enumeration; the dialog shows them in this order. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export interface Draft {
  title: string;
  description: string;
  severity: Severity;
}

export type Problems = Partial<Record<keyof Draft | 'screenshot', string>>;

const lengthOf = (text: string) => [...text.trim()].length;

export const checkDraft = ({ title, description }: Draft): Problems => ({
  ...(lengthOf(title) < limits.bugTitleMin && { title: messages.bugTitleShort }),
  ...(lengthOf(title) > limits.bugTitle && { title: messages.bugTitleLong }),
  ...(lengthOf(description) < limits.bugDescriptionMin && { description: messages.bugDescriptionShort }),
  ...(lengthOf(description) > limits.bugDescription && { description: messages.bugDescriptionLong }),
});

/** A picture of more characters than this goes in one field alone, or the body would be too large. */
const twice = 5_000_000;

/** What was logged here, and the id under which the server has logged the last thing that broke there. */
const errors = (): string[] => {
  const id = lastErrorId();
  const logged = consoleErrors().map(cleanError);
  return id === null ? logged : [...logged.slice(1 - limits.consoleErrors), `${words.ui.errorId} ${id}`];
};

/** What is sent: what was written, and what the browser knows of itself. */
export const reportOf = (draft: Draft, picture: string) => ({
  ...draft,
  screenshotUrl: picture,
  ...(picture.length <= twice && { screenshot: picture }),
  pageUrl: withoutSecrets(location.origin + location.pathname),
  userAgent: navigator.userAgent.slice(0, 500),
  browserInfo: {
    userAgent: navigator.userAgent.slice(0, 500),
    platform: navigator.platform,
    language: navigator.language,
    screenResolution: `${screen.width}x${screen.height}`,
    viewportSize: `${innerWidth}x${innerHeight}`,
  },
  consoleErrors: errors(),
});
