import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../contract/endpoint.ts';
import * as settings from '../../../contract/settings.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { TextLink } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { systemUrl } from '../system/steps.ts';
import { Outside } from './outside.tsx';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';

const texts = words.settings;

type Values = Output<typeof settings.backup>['values'];

/** Where backups go by night. */
export default function BackupForm() {
  const { data, error } = useQuery(queryFor(settings.backup, {}));
  if (error && !data) return <p role="alert">{errorText(error)}</p>;
  if (!data) return <Loading words={words.controls.loading} />;
  return data.setOutside ? <SetOutside values={data.values} /> : <Fields kept={data.values} />;
}

function Fields({ kept }: { kept: Values }) {
  const [folder, setFolder] = useState(kept?.folder ?? '');
  const [publicKey, setPublicKey] = useState(kept?.publicKey ?? '');
  const [keep, setKeep] = useState(String(kept?.keep ?? 7));
  const setting = useSetting('backup', {
    save: (body: ReturnType<typeof bodyOf>, proof) => api(settings.setBackup, { ...body, proof }),
    attempt: (body) => api(settings.tryBackup, body),
    onSaved: () => undefined,
  });
  const bodyOf = () => ({ folder, publicKey, keep: Number(keep) });
  return (
    <SettingForm group="backup" setting={setting} body={bodyOf()} isKept={kept !== null} said={texts.backup}>
      <TextField
        label={texts.backup.folder}
        hint={texts.backup.folderHint}
        placeholder="/mnt/backups/circle"
        spellCheck={false}
        value={folder}
        error={setting.issueOf('folder')}
        onChange={setting.typing(setFolder)}
      />
      <TextField
        label={texts.backup.publicKey}
        hint={
          <>
            {texts.backup.publicKeyHint}{' '}
            <TextLink inline href={systemUrl('key-sheets')}>
              {words.keySheets.title}
            </TextLink>
          </>
        }
        optional
        placeholder="age1…"
        spellCheck={false}
        value={publicKey}
        error={setting.issueOf('publicKey')}
        onChange={setting.typing(setPublicKey)}
      />
      <TextField
        label={texts.backup.keep}
        inputMode="numeric"
        value={keep}
        error={setting.issueOf('keep')}
        onChange={setting.typing(setKeep)}
      />
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
              [texts.backup.folder, values.folder],
              ...(values.publicKey === null ? [] : [[texts.backup.publicKey, values.publicKey] as const]),
              [texts.backup.keep, String(values.keep)],
            ]
      }
    />
  );
}
