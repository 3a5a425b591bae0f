import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { consoleErrors } from '../../app/start/console-errors.ts';
import { lastErrorId } from '../../data/error-id.ts';
import { words } from '../../words/words.ts';
import { stripError, stripSecrets } from './strip-secrets.ts';

/** Equal to the server's enumeration; the dialog shows them in this order. */
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

/**
 * The most bytes of logged errors that are sent: a form may have 64 KB of text, and the description needs its share.
 */
const errorBytes = 24 * 1024;

/** The latest errors logged here, and the id under which the server logged its last failure. */
const errors = (): string[] => {
  const id = lastErrorId();
  const logged = consoleErrors().map(stripError);
  const all = id === null ? logged : [...logged.slice(1 - limits.consoleErrors), `${words.ui.errorId} ${id}`];
  while (new TextEncoder().encode(JSON.stringify(all)).length > errorBytes) all.shift();
  return all;
};

/** The form that is sent: the draft, its screenshot, and what the browser knows of itself. */
export const reportOf = ({ title, description, severity }: Draft, screenshot: Blob | null): FormData => {
  const form = new FormData();
  const userAgent = navigator.userAgent.slice(0, 500);
  form.set('title', title);
  form.set('description', description);
  form.set('severity', severity);
  form.set('pageUrl', stripSecrets(location.origin + location.pathname));
  form.set('userAgent', userAgent);
  form.set(
    'browserInfo',
    JSON.stringify({
      userAgent,
      platform: navigator.platform,
      language: navigator.language,
      screenResolution: `${screen.width}x${screen.height}`,
      viewportSize: `${innerWidth}x${innerHeight}`,
    }),
  );
  form.set('consoleErrors', JSON.stringify(errors()));
  if (screenshot) form.set('screenshot', screenshot, 'screenshot');
  return form;
};
