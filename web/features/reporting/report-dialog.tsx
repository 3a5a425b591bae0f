import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import * as reporting from '../../../contract/reporting.ts';
import type { Person } from '../../../contract/shapes.ts';
import { ApiError, api, toastError } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

const texts = words.reporting.dialog;

const types = reporting.ReportType.options;
const options = [
  { value: '', label: texts.choose },
  ...types.map((value) => ({ value, label: words.reporting.types[value] })),
];

const length = (text: string): number => [...text].length;

interface ReportDialogProps {
  targetType: reporting.ReportTarget;
  targetId: string;
  /** The reported member. */
  person: Person;
  onClose: () => void;
}

/** Reports a moment, a comment or a member. If sending fails, the dialog keeps what was written. */
export default function ReportDialog({ targetType, targetId, person, onClose }: ReportDialogProps) {
  const [reportType, setType] = useState<reporting.ReportType | null>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [typeError, setTypeError] = useState<string | undefined>();
  const send = useMutation({
    mutationFn: (type: reporting.ReportType) =>
      api(reporting.create, { targetType, targetId, reportType: type, reason }),
    onSuccess: ({ message }) => toast({ title: texts.done, text: message }),
    onError: (failure) => {
      const issue =
        failure instanceof ApiError ? failure.issues.find(({ path }) => path === 'reason') : undefined;
      if (issue) setError(issue.message);
      else toastError(failure, texts.failed, texts.failedText);
    },
  });
  const check = (): string | undefined => {
    if (reason.trim() === '') return messages.reportReasonRequired;
    return length(reason.trim()) > limits.reportReason ? messages.reportReasonTooLong : undefined;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts[targetType]}
      description={texts.about[targetType]({ name: displayName(person) })}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = check();
          setError(wrong);
          setTypeError(reportType === null ? texts.typeRequired : undefined);
          if (reportType === null) event.currentTarget.querySelector('select')?.focus();
          else if (wrong === undefined) send.mutate(reportType, { onSuccess: onClose });
          else event.currentTarget.querySelector('textarea')?.focus();
        }}
      >
        <DialogBody>
          <div className="stack g20">
            <Select
              label={texts.type}
              options={options}
              error={typeError}
              value={reportType ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setType(types.find((type) => type === value) ?? null)
              }
            />
            <TextArea
              label={texts.reason}
              error={error}
              count={{ now: length(reason), max: limits.reportReason }}
              value={reason}
              rows={4}
              onChange={({ currentTarget: { value } }) => setReason(value)}
            />
          </div>
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button type="submit" busy={send.isPending} busyText={words.controls.sending}>
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
