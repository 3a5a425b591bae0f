import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as account from '../../../contract/account.ts';
import { accountScope, userKey, useUser } from '../../app/session.tsx';
import { api, toastError } from '../../data/api.ts';
import { Switch } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';

const texts = words.questions;

/** Whether questions of others reach the member. */
export function TakesQuestions() {
  const client = useQueryClient();
  const { takesQuestions } = useUser();
  const change = useMutation({
    mutationFn: (takes: boolean) => api(account.edit, { takesQuestions: takes }),
    scope: accountScope,
    onSuccess: (changed) => client.setQueryData(userKey, changed),
    onError: (error) => toastError(error, words.controls.choiceNotSaved),
  });
  return (
    <li className="rsw">
      <Switch
        label={texts.setting}
        hint={texts.settingHint}
        checked={change.isPending ? change.variables : takesQuestions}
        onChange={(takes) => change.mutate(takes)}
      />
    </li>
  );
}
