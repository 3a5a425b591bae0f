import { type ReactNode, useState } from 'react';
import { type MailProvider, mailProviders } from '../../../contract/mail-providers.ts';
import { limits } from '../../../contract/limits.ts';
import { type Security, Security as SecurityShape } from '../../../contract/settings.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import type { Setting } from './use-setting.ts';

const texts = words.settings;

/** A mail server as a form edits it. */
export interface ServerDraft {
  /** An id of `mailProviders`, `other`, or empty until one is chosen. */
  provider: string;
  host: string;
  port: string;
  security: Security;
  /** Null while it is the address. */
  user: string | null;
  /** As typed. */
  password: string;
  /** A kept password is to be replaced. */
  isNewPassword: boolean;
}

interface Kept {
  host: string;
  port: number;
  security: Security;
  user: string | null;
  hasPassword: boolean;
}

export type Protocol = 'smtp' | 'imap';

const providerOf = (id: string): MailProvider | undefined => mailProviders.find((one) => one.id === id);

/** The server of a provider, or none. */
export const serverOf = (
  id: string,
  protocol: Protocol,
): Pick<ServerDraft, 'provider' | 'host' | 'port' | 'security'> => {
  const known = providerOf(id)?.[protocol];
  return {
    provider: id,
    host: known?.host ?? '',
    port: String(known?.port ?? (protocol === 'smtp' ? 465 : 993)),
    security: known?.security ?? 'tls',
  };
};

export const draftOf = (kept: Kept | null, protocol: Protocol): ServerDraft => {
  const fresh = { user: null, password: '', isNewPassword: false };
  if (kept === null) return { ...serverOf('', protocol), ...fresh };
  const { host, port, security, user } = kept;
  const known = mailProviders.find(
    (one) =>
      one[protocol].host === host && one[protocol].port === port && one[protocol].security === security,
  );
  return { ...fresh, provider: known?.id ?? 'other', host, port: String(port), security, user: user ?? '' };
};

const providerFor = (address: string): string | undefined => {
  const domain = address.split('@')[1]?.toLowerCase().trim();
  return mailProviders.find(({ domains }) => domain !== undefined && domains.includes(domain))?.id;
};

/** The provider that a changed address names, unless somebody has chosen another one. */
export const serverFor = (
  { provider }: ServerDraft,
  before: string,
  after: string,
  protocol: Protocol,
): Partial<ServerDraft> => {
  const found = providerFor(after);
  const isChosen = provider !== '' && provider !== providerFor(before);
  return found === undefined || isChosen ? {} : serverOf(found, protocol);
};

/** The kept password is sent to the server and the user alone for whom it was typed. They are kept without spaces around them. */
const keepsPassword = (draft: ServerDraft, address: string, kept: Kept | null): boolean =>
  kept?.hasPassword === true &&
  !draft.isNewPassword &&
  kept.host === draft.host.trim() &&
  kept.port === Number(draft.port) &&
  kept.security === draft.security &&
  (kept.user ?? '') === (draft.user ?? address).trim();

/** As the server takes it: without `password` the kept one stays. */
export const sentServer = (draft: ServerDraft, address: string, kept: Kept | null) => ({
  host: draft.host,
  port: Number(draft.port),
  security: draft.security,
  user: draft.user ?? address,
  ...(!keepsPassword(draft, address, kept) && { password: draft.password === '' ? null : draft.password }),
});

interface FieldsProps {
  draft: ServerDraft;
  setting: Pick<Setting<unknown>, 'issueOf'>;
  onChange: (change: Partial<ServerDraft>) => void;
}

/** The first question of a form, which answers most others. */
export function ProviderField({
  draft,
  protocol,
  onChange,
}: Omit<FieldsProps, 'setting'> & { protocol: Protocol }) {
  const { provider, host, port } = draft;
  return (
    <Select
      label={texts.provider}
      hint={providerOf(provider) ? texts.filled({ host, port }) : undefined}
      options={[
        ...(provider === '' ? [{ value: '', label: texts.choose }] : []),
        ...mailProviders.map(({ id, name }) => ({ value: id, label: name })),
        { value: 'other', label: texts.other },
      ]}
      value={provider}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === 'other' ? { provider: value } : serverOf(value, protocol))
      }
    />
  );
}

export function SecretField({
  draft,
  setting,
  address,
  kept,
  onChange,
}: FieldsProps & { address: string; kept: Kept | null }) {
  const provider = providerOf(draft.provider);
  if (keepsPassword(draft, address, kept)) {
    return (
      <div className="row between wrap g8">
        <span>{texts.passwordKept}</span>
        <Button kind="quiet" size="sm" onClick={() => onChange({ isNewPassword: true })}>
          {texts.changePassword}
        </Button>
      </div>
    );
  }
  if (provider?.password === 'none') {
    return (
      <Alert tone="warn" role="status">
        {texts.passwordOf.none}{' '}
        <a className="link il" href={provider.help} target="_blank" rel="noreferrer">
          {texts.help({ provider: provider.name })}
        </a>
      </Alert>
    );
  }
  return (
    <PasswordField
      label={provider?.password === 'app' ? texts.appPassword : texts.password}
      hint={
        provider ? (
          <>
            {texts.passwordOf[provider.password]}{' '}
            <a className="link il" href={provider.help} target="_blank" rel="noreferrer">
              {texts.help({ provider: provider.name })}
            </a>
          </>
        ) : (
          texts.passwordHint
        )
      }
      // Or browsers fill in the password of this site.
      autoComplete="new-password"
      spellCheck={false}
      maxLength={limits.mailPassword}
      value={draft.password}
      error={setting.issueOf('password')}
      onChange={(event) => onChange({ password: event.currentTarget.value })}
    />
  );
}

/** Folded, and unfolded where something in it is wrong. */
export function More({ open, children }: { open: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="moresettings"
      open={isOpen || open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{texts.advanced}</summary>
      <div className="stack g20">{children}</div>
    </details>
  );
}

export function ServerFields({ draft, setting, address, onChange }: FieldsProps & { address: string }) {
  return (
    <>
      <TextField
        label={texts.user}
        hint={texts.userHint}
        autoComplete="off"
        spellCheck={false}
        value={draft.user ?? address}
        error={setting.issueOf('user')}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
      />
      <TextField
        label={texts.host}
        spellCheck={false}
        value={draft.host}
        error={setting.issueOf('host')}
        onChange={(event) => onChange({ host: event.currentTarget.value })}
      />
      <TextField
        label={texts.port}
        inputMode="numeric"
        value={draft.port}
        error={setting.issueOf('port')}
        onChange={(event) => onChange({ port: event.currentTarget.value })}
      />
      <Select
        label={texts.security}
        hint={draft.security === 'none' ? texts.unsafe : undefined}
        options={SecurityShape.options.map((value) => ({ value, label: texts.securities[value] }))}
        value={draft.security}
        error={setting.issueOf('security')}
        onChange={({ currentTarget: { value } }) => {
          const chosen = SecurityShape.options.find((one) => one === value);
          if (chosen) onChange({ security: chosen });
        }}
      />
    </>
  );
}
