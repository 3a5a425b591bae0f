import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, type SubmitEvent, useRef, useState, useId } from 'react';
import { Camera, Trash2, Upload } from 'lucide-react';
import { send as call } from '../../../contract/bug-reports.ts';
import { ApiError, api, toastError } from '../../data/api.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea, TextField, Switch } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { FieldError } from '../../ui/form/field.tsx';
import { acceptedPhotos } from '../media/photo-files.ts';
import { PhotoRefused, preparePicture } from '../media/prepare-photo.ts';
import { previewOf } from '../media/preview.ts';
import './bug-reports.css';
import { checkDraft, type Draft, type Problems, reportOf, severities } from './report.ts';
import { takeScreenshot } from './take-screenshot.ts';

const fieldTexts = words.bugReports.screenshot;

interface Shot {
  file: Promise<Blob>;
  /** The picture as a data URL, for the preview; null while it is prepared, and where the browser cannot show it. */
  picture: string | null;
  /** The alternative text of the screenshot. */
  about: string;
}

interface Props {
  shot: Shot | null;
  error: string | undefined;
  onChange: Dispatch<SetStateAction<Shot | null>>;
}

/** The field for a screenshot of the page or a picture from a file. */
function ScreenshotField({ shot, error, onChange }: Props) {
  const client = useQueryClient();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [blur, setBlur] = useState(true);
  const [capturing, setCapturing] = useState(false);
  /** Returns whether the picture could be taken. */
  const take = async (taken: Promise<Blob>, about: string): Promise<boolean> => {
    const next: Shot = { file: taken, picture: null, about };
    // Unless another one was chosen meanwhile.
    const settle = (settled: Shot | null) => onChange((now) => (now?.file === taken ? settled : now));
    // Before it is prepared, because the form may be sent meanwhile.
    onChange(next);
    try {
      settle({ ...next, picture: await previewOf(await taken) });
      return true;
    } catch (failure) {
      settle(shot);
      if (failure instanceof PhotoRefused) toast({ title: failure.message, tone: 'destructive' });
      else {
        console.error(failure);
        toast({ ...fieldTexts.failed, tone: 'destructive' });
      }
      return false;
    }
  };
  const capture = async () => {
    setCapturing(true);
    if (await take(takeScreenshot(client, { blur }), fieldTexts.captured)) toast(fieldTexts.done);
    setCapturing(false);
  };
  return (
    <>
      <div className="field" role="group" aria-labelledby={`${id}-l`}>
        <span className="lab" id={`${id}-l`}>
          {fieldTexts.label} <span className="optional">{words.controls.optional}</span>
        </span>
        {shot ? (
          <div className="shot">
            {shot.picture === null ? null : <img src={shot.picture} alt={fieldTexts.alt} />}
            <span className="grow small mut wrap-anywhere">{shot.about}</span>
            <IconButton icon={Trash2} label={fieldTexts.remove} onClick={() => onChange(null)} />
          </div>
        ) : null}
        <div className="row wrap mt-1">
          <Button
            kind="quiet"
            size="sm"
            icon={Camera}
            busy={capturing}
            busyText={fieldTexts.busy}
            onClick={() => void capture()}
          >
            {shot ? fieldTexts.again : fieldTexts.capture}
          </Button>
          <Button kind="ghost" size="sm" icon={Upload} onClick={() => file.current?.click()}>
            {fieldTexts.upload}
          </Button>
          <input
            ref={file}
            hidden
            type="file"
            accept={acceptedPhotos}
            aria-label={fieldTexts.upload}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (chosen) void take(preparePicture(chosen), chosen.name);
            }}
          />
        </div>
        {error ? <FieldError text={error} /> : null}
      </div>
      <Switch label={fieldTexts.blur} hint={fieldTexts.blurHint} checked={blur} onChange={setBlur} />
    </>
  );
}

const texts = words.bugReports;

const problemsIn = (error: unknown): Problems => {
  const found: Record<string, string> = {};
  for (const { path, message } of error instanceof ApiError ? error.issues : []) found[path] = message;
  return {
    ...(found['title'] !== undefined && { title: found['title'] }),
    ...(found['description'] !== undefined && { description: found['description'] }),
    ...(found['screenshot'] !== undefined && { screenshot: found['screenshot'] }),
  };
};

const options = severities.map((value) => ({ value, label: texts.severities[value] }));

/** The form to report a bug, with an optional screenshot of the page. */
export default function BugDialog({ onClose }: { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({ title: '', description: '', severity: 'medium' });
  const [shot, setShot] = useState<Shot | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const show = (found: Problems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const sending = useMutation({
    mutationFn: async () => api(call, reportOf(draft, (await shot?.file) ?? null)),
    onSuccess: () => toast(texts.sent),
    onError: (error) => {
      show(problemsIn(error));
      toastError(error, texts.failed, texts.later);
    },
  });
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    const [name] = Object.keys(part);
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name)));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checkDraft(draft);
    show(found);
    if (Object.keys(found).length === 0 && !sending.isPending)
      sending.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.shell.reportBug}
      description={texts.description}
      width="42rem"
    >
      <form ref={form} noValidate onSubmit={submit}>
        <DialogBody>
          <div className="stack g16">
            <TextField
              name="title"
              label={texts.title}
              value={draft.title}
              error={problems.title}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <TextArea
              name="description"
              rows={5}
              label={texts.what}
              value={draft.description}
              error={problems.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <Select
              name="severity"
              label={texts.severity}
              options={options}
              value={draft.severity}
              onChange={(event) => {
                const severity = severities.find((value) => value === event.currentTarget.value);
                if (severity) change({ severity });
              }}
            />
            <ScreenshotField shot={shot} error={problems.screenshot} onChange={setShot} />
          </div>
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button type="submit" busy={sending.isPending} busyText={words.controls.submitting}>
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
