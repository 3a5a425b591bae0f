import { useSendsNoMail } from '../../app/config.ts';
import { useUser } from '../../app/session.tsx';
import { words } from '../../words/words.ts';

const clock = new Intl.DateTimeFormat(words.locale, { timeStyle: 'short', timeZone: 'UTC' });

/** An hour of the day, as a clock shows it. */
export const hourText = (hour: number): string => clock.format(Date.UTC(2000, 0, 1, hour));

export const useIntro = (): string => {
  const { intro, introUnmailed } = words.delivery;
  const { letterHour } = useUser();
  return (useSendsNoMail() ? introUnmailed : intro)({ hour: hourText(letterHour) });
};
