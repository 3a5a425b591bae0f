import type { Security } from './settings.ts';

interface MailServer {
  host: string;
  port: number;
  security: Security;
}

/** A mail provider, by its own pages for those who set up a mail program. */
export interface MailProvider {
  id: string;
  /** As people know it: a proper name, the same in all languages. */
  name: string;
  /** The domains of its addresses; a domain of one's own can be there as well. */
  domains: readonly string[];
  smtp: MailServer;
  imap: MailServer;
  /**
   * `app`: a password that the provider makes for one program; the usual one is refused. `usual`: the password of the
   * mailbox. `switch`: the usual one, once other programs were allowed in the provider's settings. `bridge`: a program
   * of the provider has to run on the machine of the server, and shows the password. `none`: the provider lets no
   * program in with a password, so Circle cannot use it.
   */
  password: 'app' | 'usual' | 'switch' | 'bridge' | 'none';
  /** The provider's page on that. */
  help: string;
}

const tls = (host: string, port: number): MailServer => ({ host, port, security: 'tls' });
const starttls = (host: string, port: number): MailServer => ({ host, port, security: 'starttls' });

/** In the order in which they are shown. */
export const mailProviders: readonly MailProvider[] = [
  {
    id: 'gmail',
    name: 'Gmail',
    domains: ['gmail.com', 'googlemail.com'],
    smtp: tls('smtp.gmail.com', 465),
    imap: tls('imap.gmail.com', 993),
    password: 'app',
    help: 'https://support.google.com/accounts/answer/185833',
  },
  {
    id: 'outlook',
    name: 'Outlook.com',
    domains: ['outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'msn.com'],
    smtp: starttls('smtp-mail.outlook.com', 587),
    imap: tls('outlook.office365.com', 993),
    password: 'none',
    help: 'https://support.microsoft.com/office/d088b986-291d-42b8-9564-9c414e2aa040',
  },
  {
    id: 'icloud',
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    smtp: starttls('smtp.mail.me.com', 587),
    imap: tls('imap.mail.me.com', 993),
    password: 'app',
    help: 'https://support.apple.com/102654',
  },
  {
    id: 'yahoo',
    name: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.de', 'yahoo.co.uk', 'ymail.com', 'rocketmail.com'],
    smtp: tls('smtp.mail.yahoo.com', 465),
    imap: tls('imap.mail.yahoo.com', 993),
    password: 'app',
    help: 'https://help.yahoo.com/kb/SLN15241.html',
  },
  {
    id: 'gmx',
    name: 'GMX',
    domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'],
    smtp: tls('mail.gmx.net', 465),
    imap: tls('imap.gmx.net', 993),
    password: 'switch',
    help: 'https://hilfe.gmx.net/pop-imap/einschalten.html',
  },
  {
    id: 'webde',
    name: 'WEB.DE',
    domains: ['web.de'],
    smtp: tls('smtp.web.de', 465),
    imap: tls('imap.web.de', 993),
    password: 'switch',
    help: 'https://hilfe.web.de/pop-imap/einschalten.html',
  },
  {
    id: 'tonline',
    name: 'T-Online',
    domains: ['t-online.de', 'magenta.de'],
    smtp: tls('securesmtp.t-online.de', 465),
    imap: tls('secureimap.t-online.de', 993),
    password: 'app',
    help: 'https://www.telekom.de/hilfe/',
  },
  {
    id: 'posteo',
    name: 'Posteo',
    domains: ['posteo.de', 'posteo.net', 'posteo.org'],
    smtp: tls('posteo.de', 465),
    imap: tls('posteo.de', 993),
    password: 'usual',
    help: 'https://posteo.de/hilfe/',
  },
  {
    id: 'mailbox',
    name: 'mailbox.org',
    domains: ['mailbox.org'],
    smtp: tls('smtp.mailbox.org', 465),
    imap: tls('imap.mailbox.org', 993),
    password: 'usual',
    help: 'https://kb.mailbox.org/',
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    smtp: tls('smtp.fastmail.com', 465),
    imap: tls('imap.fastmail.com', 993),
    password: 'app',
    help: 'https://www.fastmail.help/hc/en-us/articles/360058752854',
  },
  {
    id: 'proton',
    name: 'Proton Mail (Bridge)',
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
    // Its certificate is its own, and nothing leaves the machine.
    smtp: { host: '127.0.0.1', port: 1025, security: 'none' },
    imap: { host: '127.0.0.1', port: 1143, security: 'none' },
    password: 'bridge',
    help: 'https://proton.me/mail/bridge',
  },
  {
    id: 'zoho',
    name: 'Zoho Mail',
    domains: ['zohomail.com', 'zoho.com'],
    smtp: tls('smtp.zoho.com', 465),
    imap: tls('imap.zoho.com', 993),
    password: 'app',
    help: 'https://www.zoho.com/mail/help/imap-access.html',
  },
  {
    id: 'zohoeu',
    name: 'Zoho Mail (EU)',
    domains: ['zohomail.eu'],
    smtp: tls('smtp.zoho.eu', 465),
    imap: tls('imap.zoho.eu', 993),
    password: 'app',
    help: 'https://www.zoho.com/mail/help/imap-access.html',
  },
  {
    id: 'ionos',
    name: 'IONOS',
    domains: [],
    smtp: tls('smtp.ionos.de', 465),
    imap: tls('imap.ionos.de', 993),
    password: 'usual',
    help: 'https://www.ionos.de/hilfe/',
  },
];
