import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { send as call } from '../../../contract/bug-reports.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import './bug-reports.css';
import { checkDraft, type Draft, type Problems, reportOf, severities } from './report.ts';
import { ScreenshotField, type Shot } from './screenshot-field.tsx';

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
    mutationFn: () => api(call, reportOf(draft, shot?.file ?? null)),
    onSuccess: () => {
      toast(texts.sent);
      onClose();
    },
    onError: (error) => {
      show(problemsIn(error));
      toast({ title: texts.failed, text: errorText(error, texts.later), tone: 'destructive' });
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
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate();
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
          <Button type="submit" busy={sending.isPending} busyText={texts.busy}>
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
