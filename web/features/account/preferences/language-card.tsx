import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as account from '../../../../contract/account.ts';
import type { Sent } from '../../../../contract/endpoint.ts';
import { isLanguage, languageNames } from '../../../../contract/shapes.ts';
import { api, errorText } from '../../../data/api.ts';
import { userKey, useUser } from '../../../app/session.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';

const texts = words.language;

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** The time zones that this browser knows, with the current one, by the names of their places. */
const zonesWith = (current: string) =>
  [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .map((value) => ({ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

/** The language and time zone in which the member reads pages, notifications and mails. A choice is saved immediately. */
export function LanguageCard() {
  const client = useQueryClient();
  const user = useUser();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = useMutation({
    mutationFn: (choice: Sent<typeof account.edit>) => api(account.edit, choice),
    onSuccess: async (changed) => {
      const { followLanguage } = await import('../../../app/open-in-language.ts');
      await followLanguage(changed);
      client.setQueryData(userKey, changed);
      toast({ title: texts.saved });
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
  });
  const shown = { ...user, ...(change.isPending && change.variables) };
  const zone = shown.timeZone ?? here;
  return (
    <section className="card pad stack g16" aria-labelledby="language">
      <h2 id="language">{texts.title}</h2>
      <Select
        label={texts.language}
        hint={texts.languageHint}
        options={languages}
        value={shown.language}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) change.mutate({ language: value });
        }}
      />
      <Select
        label={texts.timeZone}
        hint={zone === here ? texts.timeZoneHint : texts.elsewhere({ zone: here })}
        options={zonesWith(zone)}
        value={zone}
        onChange={({ currentTarget }) => change.mutate({ timeZone: currentTarget.value })}
      />
    </section>
  );
}
