/** The parts of an `imap://` or `imaps://` address in `MAIL_IN`. */
export const readImapUrl = (text: string) => {
  const url = new URL(text);
  const secure = url.protocol === 'imaps:';
  const tls = url.searchParams.get('tls');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : secure ? 993 : 143,
    secure,
    tls: tls === 'required' || tls === 'none' ? tls : null,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    mailbox: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    /** The folder for mails that were taken; null to delete them. */
    taken: url.searchParams.get('taken'),
  };
};
