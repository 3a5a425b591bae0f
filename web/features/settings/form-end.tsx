import { CircleCheck, CircleX } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as settings from '../../../contract/settings.ts';
import { go } from '../../app/navigation.ts';
import { api } from '../../data/api.ts';
import { Alert, Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import type { Proof } from '../account/proof.tsx';
import ProofDialog from '../account/proof-dialog.tsx';
import './settings.css';
import type { Setting } from './use-setting.ts';

const texts = words.settings;

/** Each step of a try with what was found, or what to change. */
function Steps({ tried: { ok, steps } }: { tried: settings.Tried }) {
  return (
    <div role="status">
      <p className="b">{ok ? texts.works : texts.fails}</p>
      <ol className="trysteps">
        {steps.map((step) => (
          <li key={step.name} className={step.ok ? 'ok' : 'bad'}>
            {step.ok ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
            <span className="wrap-anywhere">
              {step.ok ? null : <span className="vh">{texts.failedStep} </span>}
              {step.detail}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Takes back what is kept. */
function Remove({ group, text }: { group: settings.SettingGroup; text: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="ghost" size="lg" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      {isAsking ? (
        <ProofDialog
          danger
          title={texts.removeTitle}
          text={text}
          action={texts.remove}
          busyText={texts.removing}
          failed={words.controls.didNotWork}
          run={async (proof) => {
            await api(settings.clear, { group, proof });
            go('/admin/system');
            toast({ title: texts.removed });
            await client.invalidateQueries();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

interface FormEndProps {
  group: settings.SettingGroup;
  /** Said before kept settings are removed; null where none are kept. */
  removal: string | null;
  setting: Setting;
  /** Said once it is saved. */
  saved: string;
  /** How long a try takes. */
  wait: string;
  onTry: () => void;
  onProof: (proof: Proof) => Promise<unknown>;
}

/** The end of every form of settings: the outcome, and the buttons. */
export function FormEnd({ group, removal, setting, saved, wait, onTry, onProof }: FormEndProps) {
  const { problem, isSaving, isTrying, isSaved, tried } = setting;
  return (
    <>
      <Problem text={problem} />
      {tried ? <Steps tried={tried} /> : null}
      {isTrying ? (
        <p className="small mut" role="status">
          {wait}
        </p>
      ) : null}
      {isSaved ? (
        <Alert tone="ok" role="status">
          {saved}
        </Alert>
      ) : null}
      <div className="row wrap g12">
        <Button type="submit" size="lg" busy={isSaving} busyText={words.controls.saving}>
          {texts.save}
        </Button>
        <Button kind="quiet" size="lg" busy={isTrying} busyText={texts.trying} onClick={onTry}>
          {texts.try}
        </Button>
        {removal === null ? null : <Remove group={group} text={removal} />}
      </div>
      {setting.isAsking ? (
        <ProofDialog
          title={texts.proof.title}
          text={texts.proof.text}
          action={texts.save}
          busyText={words.controls.saving}
          failed={words.controls.didNotWork}
          run={onProof}
          onClose={setting.stopAsking}
        />
      ) : null}
    </>
  );
}
