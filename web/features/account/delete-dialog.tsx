import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import * as account from '../../../contract/account.ts';
import { ApiError, api, wordsOf } from '../../api.ts';
import { startAnew } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { words } from '../../words/words.ts';
import { showSection } from './section.ts';

const texts = words.account.remove;

/** Says what goes, offers the export, asks for the password, and then it is done for good. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => api(account.remove, { password }),
    onSuccess: startAnew,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== '') remove.mutate();
  };
  const wrong = remove.error instanceof ApiError && remove.error.status === 400;
  return (
    <Dialog open onClose={onClose} title={texts.dialogTitle} description={texts.dialogText}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <div className="stack g16">
            <p>{texts.exportFirst}</p>
            <div>
              <Button
                kind="quiet"
                size="sm"
                onClick={() => {
                  onClose();
                  // After the dialog has given the focus back.
                  setTimeout(() => showSection('export'));
                }}
              >
                {texts.toExport}
              </Button>
            </div>
            {remove.error && !wrong ? (
              <Alert tone="bad" role="alert">
                {wordsOf(remove.error, texts.failed)}
              </Alert>
            ) : null}
            <PasswordField
              label={texts.password}
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                remove.reset();
              }}
              error={wrong ? wordsOf(remove.error, texts.failed) : undefined}
            />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button kind="quiet" onClick={onClose}>
            {words.ui.cancel}
          </Button>
          <Button
            type="submit"
            kind="danger"
            disabled={password === ''}
            busy={remove.isPending}
            busyText={texts.busy}
          >
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
