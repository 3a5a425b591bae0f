import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../contract/endpoint.ts';
import { mailProviders } from '../../../contract/mail-providers.ts';
import * as settings from '../../../contract/settings.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
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
  serverOf,
} from './server-fields.tsx';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';

const texts = words.settings;

type Values = Output<typeof settings.mailIn>['values'];
type Mail = Output<typeof settings.mail>['values'];

/** The mailbox that answers come to. */
export default function MailInForm() {
  const { data, error } = useQuery(queryFor(settings.mailIn, {}));
  const mail = useQuery(queryFor(settings.mail, {}));
  const failed = error ?? mail.error;
  if (failed && !(data && mail.data)) return <p role="alert">{errorText(failed)}</p>;
  if (!data || !mail.data) return <Loading words={words.controls.loading} />;
  return data.setOutside ? (
    <SetOutside values={data.values} />
  ) : (
    <Fields kept={data.values} mail={mail.data.values} />
  );
}

/** `ines+{key}@example.org`: most providers deliver it to `ines@example.org`. */
const replyOf = (address: string): string => (address.includes('@') ? address.replace('@', '+{key}@') : '');

/** Mostly the mailbox that mails are sent from. */
const firstDraft = (kept: Values, mail: Mail): ServerDraft => {
  const same = mailProviders.find(({ smtp }) => smtp.host === mail?.host && smtp.port === mail.port);
  return kept === null && same
    ? { ...draftOf(null, 'imap'), ...serverOf(same.id, 'imap') }
    : draftOf(kept, 'imap');
};

function Fields({ kept, mail }: { kept: Values; mail: Mail }) {
  const [draft, setDraft] = useState(() => firstDraft(kept, mail));
  const [address, setAddress] = useState(kept?.user ?? mail?.user ?? '');
  const [folder, setFolder] = useState(kept?.folder ?? 'INBOX');
  const [written, setReply] = useState<string | null>(kept?.reply ?? null);
  const [trust, setTrust] = useState(kept?.trust ?? '');
  const setting = useSetting('mail-in', {
    save: (body: ReturnType<typeof bodyOf>, proof) => api(settings.setMailIn, { ...body, proof }),
    attempt: (body) => api(settings.tryMailIn, body),
    onSaved: () => setDraft((now) => ({ ...now, password: '', isNewPassword: false })),
  });
  const reply = written ?? replyOf(address);
  const bodyOf = () => ({ ...sentServer(draft, address, kept), folder, reply, trust });
  const change = (changes: Partial<ServerDraft>) => {
    setting.changed();
    setDraft((now) => ({ ...now, ...changes }));
  };
  const writeAddress = (value: string) => {
    setAddress(value);
    change({ user: null, ...serverFor(draft, address, value, 'imap') });
  };
  return (
    <SettingForm group="mail-in" setting={setting} body={bodyOf()} isKept={kept !== null} said={texts.mailIn}>
      <Alert tone="warn">{texts.mailIn.own}</Alert>
      <ProviderField draft={draft} protocol="imap" onChange={change} />
      <TextField
        label={texts.mailIn.address}
        hint={reply === '' ? undefined : texts.mailIn.replyTo({ reply })}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={(event) => writeAddress(event.currentTarget.value)}
      />
      <SecretField draft={draft} setting={setting} address={address} kept={kept} onChange={change} />
      <More
        open={
          draft.provider === 'other' ||
          setting.hasIssue('user', 'host', 'port', 'security', 'folder', 'reply', 'trust')
        }
      >
        <TextField
          label={texts.mailIn.reply}
          hint={texts.mailIn.replyHint}
          spellCheck={false}
          value={reply}
          error={setting.issueOf('reply')}
          onChange={setting.typing(setReply)}
        />
        <TextField
          label={texts.mailIn.folder}
          spellCheck={false}
          value={folder}
          error={setting.issueOf('folder')}
          onChange={setting.typing(setFolder)}
        />
        <TextField
          label={texts.mailIn.trust}
          hint={texts.mailIn.trustHint}
          optional
          spellCheck={false}
          value={trust}
          error={setting.issueOf('trust')}
          onChange={setting.typing(setTrust)}
        />
        <ServerFields draft={draft} setting={setting} address={address} onChange={change} />
      </More>
    </SettingForm>
  );
}

function SetOutside({ values }: { values: Values }) {
  return (
    <Outside
      rows={
        values === null
          ? []
          : [
              [texts.host, values.host],
              [texts.port, String(values.port)],
              [texts.security, texts.securities[values.security]],
              [texts.user, values.user],
              [texts.mailIn.folder, values.folder],
              [texts.mailIn.reply, values.reply],
              ...(values.trust === null ? [] : [[texts.mailIn.trust, values.trust] as const]),
            ]
      }
    />
  );
}
