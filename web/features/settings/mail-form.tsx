import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import * as settings from '../../../contract/settings.ts';
import * as system from '../../../contract/system.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { Outside } from './outside.tsx';
import {
  draftOf,
  More,
  ProviderField,
  SecretField,
  sentServer,
  type ServerDraft,
  ServerFields,
  serverFor,
} from './server-fields.tsx';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';

const texts = words.settings;

type Values = Output<typeof settings.mail>['values'];

/** How mails are sent. */
export default function MailForm() {
  const { data, error } = useQuery(queryFor(settings.mail, {}));
  if (error && !data) return <p role="alert">{errorText(error)}</p>;
  if (!data) return <Loading words={words.controls.loading} />;
  return data.setOutside ? <SetOutside values={data.values} /> : <Fields kept={data.values} />;
}

function Fields({ kept }: { kept: Values }) {
  const [draft, setDraft] = useState<ServerDraft>(() => draftOf(kept, 'smtp'));
  const [from, setFrom] = useState(kept?.from ?? '');
  const [name, setName] = useState(kept?.name ?? '');
  const setting = useSetting('mail', {
    save: (body: ReturnType<typeof bodyOf>, proof) => api(settings.setMail, { ...body, proof }),
    attempt: (body) => api(settings.tryMail, body),
    onSaved: () => setDraft((now) => ({ ...now, password: '', isNewPassword: false })),
  });
  const bodyOf = () => ({ ...sentServer(draft, from, kept), from, name });
  const change = (changes: Partial<ServerDraft>) => {
    setting.changed();
    setDraft((now) => ({ ...now, ...changes }));
  };
  const writeFrom = (value: string) => {
    setFrom(value);
    change(serverFor(draft, from, value, 'smtp'));
  };
  return (
    <SettingForm group="mail" setting={setting} body={bodyOf()} isKept={kept !== null} said={texts.mail}>
      <ProviderField draft={draft} protocol="smtp" onChange={change} />
      <TextField
        label={texts.address}
        hint={texts.mail.addressHint}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={from}
        error={setting.issueOf('from')}
        onChange={(event) => writeFrom(event.currentTarget.value)}
      />
      <SecretField draft={draft} setting={setting} address={from} kept={kept} onChange={change} />
      <More open={draft.provider === 'other' || setting.hasIssue('user', 'host', 'port', 'security', 'name')}>
        <TextField
          label={texts.mail.name}
          hint={texts.mail.nameHint}
          optional
          value={name}
          maxLength={limits.placeName}
          error={setting.issueOf('name')}
          onChange={setting.typing(setName)}
        />
        <ServerFields draft={draft} setting={setting} address={from} onChange={change} />
      </More>
    </SettingForm>
  );
}

function SetOutside({ values }: { values: Values }) {
  const test = useMutation({ mutationFn: () => api(system.testMail, {}) });
  const trouble = test.error ? errorText(test.error) : test.data?.trouble;
  return (
    <div className="stack g20">
      <Outside
        rows={
          values === null
            ? []
            : [
                [texts.host, values.host],
                [texts.port, String(values.port)],
                [texts.security, texts.securities[values.security]],
                ...(values.user === null ? [] : [[texts.user, values.user] as const]),
                [texts.address, values.from],
                ...(values.name === null ? [] : [[texts.mail.name, values.name] as const]),
              ]
        }
      />
      <div>
        <Button
          kind="quiet"
          busy={test.isPending}
          busyText={words.controls.sending}
          onClick={() => test.mutate()}
        >
          {texts.mail.test}
        </Button>
      </div>
      {trouble ? (
        <Alert tone="bad" role="alert">
          <p>{texts.mail.notSent}</p>
          <p className="small wrap-anywhere">{trouble}</p>
        </Alert>
      ) : test.data ? (
        <Alert tone="ok" role="status">
          {texts.mail.sent({ address: test.data.to })}
        </Alert>
      ) : null}
    </div>
  );
}
