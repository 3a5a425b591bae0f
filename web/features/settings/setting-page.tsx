import type { SettingGroup } from '../../../contract/settings.ts';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';
import BackupForm from './backup-form.tsx';
import MailForm from './mail-form.tsx';
import MailInForm from './mail-in-form.tsx';

const forms = {
  mail: { ...words.settings.mail, Form: MailForm },
  'mail-in': { ...words.settings.mailIn, Form: MailInForm },
  backup: { ...words.settings.backup, Form: BackupForm },
};

/** One form of what the administrators set. */
export default function SettingPage({ group }: { group: SettingGroup }) {
  const { title, intro, Form } = forms[group];
  return (
    <RailPage
      back={{ href: '/admin/system', label: words.pageTitles.adminSystem }}
      title={title}
      intro={intro}
      form
    >
      <Form />
    </RailPage>
  );
}
