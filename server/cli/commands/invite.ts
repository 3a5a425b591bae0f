import { parseArgs } from 'node:util';
import { email as emailSchema } from '../../../contract/fields.ts';
import { invitationMail } from '../../features/invitations/mail.ts';
import { insertInvitation } from '../../features/invitations/send.ts';
import { queueMail } from '../../platform/mail/mail-job.ts';
import { CommandError } from '../../command-error.ts';
import { fallbackLanguage } from '../../words/words.ts';
import type { Command } from '../command.ts';

/** Makes an invitation in nobody's name; mailed when an address is given. */
export const invite: Command = {
  usage: 'invite [--email E] [--admin]',
  about: 'prints a link to join by, and mails it to E; --admin makes an administrator',
  causesMails: true,
  run: async (context, words) => {
    const { values } = parseArgs({
      args: [...words],
      options: { email: { type: 'string' }, admin: { type: 'boolean', default: false } },
    });
    const checked = values.email === undefined ? null : emailSchema.safeParse(values.email);
    if (checked && !checked.success) throw new CommandError(`${values.email} is no e-mail address.`);
    const to = checked?.data ?? null;
    const { publicUrl, smtpUrl } = context.settings;
    const isUnmailed = to !== null && smtpUrl === null;
    const code = await context.db.write(async (tx) => {
      const made = await insertInvitation(tx, {
        inviterId: null,
        circleId: null,
        email: to,
        message: null,
        makesAdmin: values.admin,
        isUnmailed,
      });
      if (to !== null) {
        const mail = invitationMail(publicUrl, fallbackLanguage(), {
          to,
          senderName: 'Circle',
          circleName: null,
          message: null,
          code: made.code,
        });
        await queueMail(context.jobs, tx, mail, null);
      }
      return made.code;
    });
    const link = `${publicUrl}/join/${code}`;
    return isUnmailed ? `Nothing was mailed, because SMTP_URL is not set.\n${link}` : link;
  },
};
