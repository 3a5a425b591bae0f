import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Contact, Copy, Ellipsis, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import * as mailbox from '../../../../contract/mailbox.ts';
import type { Circle } from '../../../../contract/shapes.ts';
import { api, errorText, toastError } from '../../../data/api.ts';
import { queryFor, queryKey } from '../../../data/query.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/overlay/confirm.ts';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { CircleDot } from '../../../ui/people/badge.tsx';
import { words } from '../../../words/words.ts';
import { saveContacts } from './contact-file.ts';

const texts = words.byMail;

const copy = (address: string) =>
  navigator.clipboard.writeText(address).then(
    () => toast({ title: texts.copied }),
    () => toast({ title: texts.copyFailed, tone: 'destructive' }),
  );

/** The address of a circle: to copy, to save, to replace. */
export function AddressRow({ circle }: { circle: Circle }) {
  const { id, name, color } = circle;
  const client = useQueryClient();
  const { data, error } = useQuery(queryFor(mailbox.mailAddress, { id }));
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => api(mailbox.renewMailAddress, { id }),
    onSuccess: (renewed) => {
      client.setQueryData(queryKey(mailbox.mailAddress, { id }), renewed);
      toast({ title: texts.renewed({ circle: name }), text: texts.renewedText });
    },
    onError: (failed) => toastError(failed, texts.renewFailed),
    onSettled: () => setAsking(false),
  });
  return (
    <li className="r mail-address">
      <CircleDot color={color} />
      <b className="cname">{name}</b>
      <span className="row acts">
        {data ? (
          <>
            {/* Pages over plain http cannot write to the clipboard; there the address can be selected. */}
            {isSecureContext ? (
              <IconButton
                icon={Copy}
                label={texts.copy({ circle: name })}
                onClick={() => void copy(data.address)}
              />
            ) : null}
            <IconButton
              icon={Contact}
              label={texts.save({ circle: name })}
              onClick={() => saveContacts([{ name, color, address: data.address }])}
            />
            <Menu
              trigger={{ icon: Ellipsis, label: texts.options({ circle: name }) }}
              items={[{ key: 'renew', label: texts.renew, icon: RefreshCw, onSelect: () => setAsking(true) }]}
            />
          </>
        ) : null}
      </span>
      <span className="address">
        {data ? <Address of={data.address} /> : null}
        {error ? <span role="alert">{errorText(error, texts.failed)}</span> : null}
      </span>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={texts.renewTitle({ circle: name })}
          text={texts.renewText}
          action={texts.renew}
          danger={false}
          busy={renew.isPending}
          onConfirm={() => renew.mutate()}
        />
      ) : null}
    </li>
  );
}

/** Lines break before its domain. */
function Address({ of }: { of: string }) {
  const [name, domain] = of.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}
