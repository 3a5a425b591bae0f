import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as account from '../../../contract/account.ts';
import type { Sent } from '../../../contract/endpoint.ts';
import { type CurrentUser, isLanguage, languageNames } from '../../../contract/shapes.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import { words } from '../../words/words.ts';
import { Choices } from '../../ui/form/choices.tsx';
import {
  setTextSize,
  setTheme,
  textSize,
  textSizes,
  theme,
  themes,
} from '../../features/account/preferences/look.ts';
import { api, toastError } from '../../data/api.ts';
import { accountScope, userKey, useUser } from '../../app/session.tsx';
import { Select } from '../../ui/form/select.tsx';
import { toast } from '../../ui/overlay/toast.ts';

const languageTexts = words.language;

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** The time zones that this browser knows, with the current one, by the names of their places. */
const zonesWith = (current: string) =>
  [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .map((value) => ({ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

/** The language and time zone in which the member reads pages, notifications and mails. A choice is saved immediately. */
function LanguageCard() {
  const client = useQueryClient();
  const user = useUser();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = useMutation({
    mutationFn: (choice: Sent<typeof account.edit>) => api(account.edit, choice),
    scope: accountScope,
    onSuccess: (changed) => client.setQueryData(userKey, changed),
    onError: (error) => toastError(error, words.controls.choiceNotSaved),
    onSettled: async (changed) => {
      // Opening the page again would drop the choices that wait for their turn.
      if (client.isMutating({ predicate: ({ options }) => options.scope?.id === accountScope.id }) > 1)
        return;
      const { followLanguage } = await import('../../app/open-in-language.ts');
      const saved = client.getQueryData<CurrentUser>(userKey);
      if (saved) await followLanguage(saved);
      if (changed) toast({ title: languageTexts.saved });
    },
  });
  const shown = { ...user, ...(change.isPending && change.variables) };
  const zone = shown.timeZone ?? here;
  return (
    <section className="card pad stack g16" aria-labelledby="language">
      <h2 id="language">{languageTexts.title}</h2>
      <Select
        label={words.controls.language}
        hint={languageTexts.languageHint}
        options={languages}
        value={shown.language}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) change.mutate({ language: value });
        }}
      />
      <Select
        label={languageTexts.timeZone}
        hint={zone === here ? languageTexts.timeZoneHint : languageTexts.elsewhere({ zone: here })}
        options={zonesWith(zone)}
        value={zone}
        onChange={({ currentTarget }) => change.mutate({ timeZone: currentTarget.value })}
      />
    </section>
  );
}

const texts = words.look;

/** Text size and theme of this device. A choice applies immediately. */
function LookCard() {
  const [size, showSize] = useState(textSize);
  const [name, showTheme] = useState(theme);
  return (
    <section className="card pad stack g16" aria-label={words.hub.look}>
      <div>
        <h2 className="text-h3">{texts.size}</h2>
        <Choices
          look="segments"
          label={texts.size}
          choices={textSizes.map((value) => ({ value, label: texts.percent({ size: value }) }))}
          value={size}
          onChange={(next) => {
            setTextSize(next);
            showSize(next);
          }}
        />
        <p className="people mt-2">{texts.sample}</p>
      </div>
      <div>
        <h2 className="text-h3">{texts.theme}</h2>
        <Choices
          look="segments"
          label={texts.theme}
          choices={themes.map((value) => ({ value, label: texts.themes[value] }))}
          value={name}
          onChange={(next) => {
            setTheme(next);
            showTheme(next);
          }}
        />
      </div>
      <p className="small mut">{texts.here}</p>
    </section>
  );
}

export default function LookPage() {
  return (
    <AccountPage title={words.hub.look} form>
      <LookCard />
      <LanguageCard />
    </AccountPage>
  );
}
