import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as account from '../../../../contract/account.ts';
import { api, errorText } from '../../../data/api.ts';
import { userKey, useUser } from '../../../app/session.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';

const texts = words.account.privacy;

/** The settings of who can find the member. */
export function PrivacyCard() {
  const client = useQueryClient();
  const user = useUser();
  const change = useMutation({
    mutationFn: (choice: { findableByEmail: boolean } | { listed: boolean }) => api(account.edit, choice),
    onSuccess: (changed) => {
      client.setQueryData(userKey, changed);
      toast({ title: texts.saved });
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
  });
  const shown = { ...user, ...(change.isPending && change.variables) };
  return (
    <section className="card pad" aria-labelledby="privacy">
      <h2 id="privacy">{texts.title}</h2>
      <div className="mt-2">
        <Switch
          label={texts.findable}
          hint={texts.findableHint}
          checked={shown.findableByEmail}
          onChange={(findableByEmail) => change.mutate({ findableByEmail })}
        />
        <Switch
          label={texts.listed}
          hint={texts.listedHint}
          checked={shown.listed}
          onChange={(listed) => change.mutate({ listed })}
        />
      </div>
    </section>
  );
}
