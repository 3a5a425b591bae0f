import { CircleCheck, CircleX } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as settings from '../../../contract/settings.ts';
import { go } from '../../app/navigation.ts';
import { api } from '../../data/api.ts';
import { Alert, Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
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

interface RemoveDialogProps {
  group: settings.SettingGroup;
  text: string;
  onClose: () => void;
}

/** The question before kept settings are removed. */
function RemoveDialog({ group, text, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  return (
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
      onClose={onClose}
    />
  );
}

interface SettingFormProps<Body> {
  group: settings.SettingGroup;
  setting: Setting<Body>;
  /** The values of the fields. */
  body: Body;
  /** Whether there are kept settings, which can be removed. */
  isKept: boolean;
  /** Said before a removal, after saving, and while a try takes its time. */
  said: { removal: string; saved: string; wait: string };
  children: ReactNode;
}

/** A form of settings: its fields, the outcome, and the buttons. */
export function SettingForm<Body>(props: SettingFormProps<Body>) {
  const { group, setting, body, isKept, said, children } = props;
  const { problem, isSaving, isTrying, isSaved, tried } = setting;
  const [isRemoving, setRemoving] = useState(false);
  // Submit events of dialogs bubble to the form around them, also through portals.
  return (
    <>
      <form
        noValidate
        className="stack g20"
        onSubmit={(event) => {
          event.preventDefault();
          // The fields are disabled while they are tried, and one that was left by Enter would lose the focus.
          event.nativeEvent.submitter?.focus();
          setting.save(body);
        }}
      >
        {/* The outcome is about the values that were sent. */}
        <fieldset disabled={isSaving || isTrying} className="stack g20">
          {children}
        </fieldset>
        <Problem text={problem} />
        {tried ? <Steps tried={tried} /> : null}
        {isTrying ? (
          <p className="small mut" role="status">
            {said.wait}
          </p>
        ) : null}
        {isSaved ? (
          <Alert tone="ok" role="status">
            {said.saved}
          </Alert>
        ) : null}
        <div className="row wrap g12">
          <Button type="submit" size="lg" busy={isSaving} busyText={words.controls.saving}>
            {texts.save}
          </Button>
          <Button
            kind="quiet"
            size="lg"
            busy={isTrying}
            busyText={texts.trying}
            onClick={() => setting.attempt(body)}
          >
            {texts.try}
          </Button>
          {isKept ? (
            <Button kind="ghost" size="lg" onClick={() => setRemoving(true)}>
              {texts.remove}
            </Button>
          ) : null}
        </div>
      </form>
      {setting.isAsking ? (
        <ProofDialog
          title={texts.proof.title}
          text={texts.proof.text}
          action={texts.save}
          busyText={words.controls.saving}
          failed={words.controls.didNotWork}
          run={(proof) => setting.prove(body, proof)}
          onClose={setting.stopAsking}
        />
      ) : null}
      {isRemoving && isKept ? (
        <RemoveDialog group={group} text={said.removal} onClose={() => setRemoving(false)} />
      ) : null}
    </>
  );
}
