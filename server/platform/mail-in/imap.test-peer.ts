import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface StoredMail {
  uid: number;
  raw: Buffer;
  /** Larger than `raw`, where a server says so. */
  size: number;
}

/** A small IMAP server with one account, which knows the commands that reading a mailbox takes. */
export interface ImapPeer {
  /** The address of the inbox for `MAIL_IN`. */
  readonly url: string;
  readonly folders: ReadonlyMap<string, StoredMail[]>;
  /** The names of the commands that clients sent. */
  readonly commands: string[];
  deliver(raw: Buffer | string, size?: number): void;
  /** Breaks all connections; with `true` before the next command of this name is followed. */
  disconnect(before?: string): void;
  stop(): Promise<void>;
}

const quoted = (text: string): string => text.replaceAll(/^"|"$/g, '');

const headerOf = (raw: Buffer, names: readonly string[]): string => {
  const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? '';
  const fields = head.split(/\r\n(?![ \t])/);
  return `${fields.filter((field) => names.includes((field.split(':')[0] ?? '').toLowerCase())).join('\r\n')}\r\n\r\n`;
};

export const startImap = async ({ idle = true, password = 'secret' } = {}): Promise<ImapPeer> => {
  const folders = new Map<string, StoredMail[]>([['INBOX', []]]);
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let lastUid = 0;
  let breakBefore: string | null = null;
  const inbox = (): StoredMail[] => folders.get('INBOX') ?? [];

  const remove = (uids: readonly number[]): string[] => {
    const gone: string[] = [];
    for (const uid of uids) {
      const at = inbox().findIndex((mail) => mail.uid === uid);
      if (at >= 0) {
        inbox().splice(at, 1);
        gone.push(`* ${at + 1} EXPUNGE`);
      }
    }
    return gone;
  };

  const fetched = (items: string, { uid, raw, size }: StoredMail, sequence: number): Buffer => {
    const parts = [`UID ${uid}`];
    if (items.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${size}`);
    if (!items.includes('BODY')) return Buffer.from(`* ${sequence} FETCH (${parts.join(' ')})\r\n`);
    const [section = '', names] = /HEADER\.FIELDS \(([^)]*)\)/i.exec(items) ?? [];
    const content =
      names === undefined ? raw : Buffer.from(headerOf(raw, names.toLowerCase().split(' ')), 'latin1');
    return Buffer.concat([
      Buffer.from(`* ${sequence} FETCH (${parts.join(' ')} BODY[${section}] {${content.length}}\r\n`),
      content,
      Buffer.from(')\r\n'),
    ]);
  };

  const uidsIn = (set: string): number[] =>
    set.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split(':').map(Number);
      return inbox().flatMap(({ uid }) => (uid >= from && uid <= to ? uid : []));
    });

  const follow = (socket: Socket, name: string, rest: string): string => {
    const [first = '', second = ''] = rest.match(/"[^"]*"|\S+/g) ?? [];
    const say = (...lines: (string | Buffer)[]) => {
      for (const line of lines) socket.write(typeof line === 'string' ? `${line}\r\n` : line);
    };
    if (name === 'CAPABILITY') say(`* CAPABILITY IMAP4rev1 MOVE UIDPLUS${idle ? ' IDLE' : ''}`);
    else if (name === 'LOGIN') {
      if (quoted(second) !== password) return 'NO [AUTHENTICATIONFAILED] Wrong password';
    } else if (name === 'LIST') say(`* LIST () "/" ${second === '""' ? '""' : '"INBOX"'}`);
    else if (name === 'SELECT' || name === 'EXAMINE') {
      if (!folders.has(quoted(first))) return 'NO [NONEXISTENT] No such mailbox';
      say(
        `* ${inbox().length} EXISTS`,
        '* FLAGS (\\Seen \\Deleted)',
        '* OK [UIDVALIDITY 1]',
        `* OK [UIDNEXT ${lastUid + 1}]`,
      );
    } else if (name === 'CREATE') {
      if (folders.has(quoted(first))) return 'NO [ALREADYEXISTS] It exists';
      folders.set(quoted(first), []);
    } else if (name === 'UID SEARCH')
      say(
        `* SEARCH ${inbox()
          .map(({ uid }) => uid)
          .join(' ')}`.trim(),
      );
    else if (name === 'UID FETCH') {
      const uids = uidsIn(first);
      for (const [at, mail] of inbox().entries())
        if (uids.includes(mail.uid)) say(fetched(rest, mail, at + 1));
    } else if (name === 'UID EXPUNGE') say(...remove(uidsIn(first)));
    else if (name === 'UID MOVE') {
      const uids = uidsIn(first);
      folders.get(quoted(second))?.push(...inbox().filter(({ uid }) => uids.includes(uid)));
      say(...remove(uids));
    } else if (name === 'LOGOUT') {
      say('* BYE');
      socket.end();
    }
    return 'OK done';
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let text = '';
    let idleTag: string | null = null;
    const readLine = (line: string): void => {
      if (idleTag !== null && line.toUpperCase() === 'DONE') {
        socket.write(`${idleTag} OK done\r\n`);
        idleTag = null;
        return;
      }
      const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
      const command = name.toUpperCase();
      commands.push(command);
      if (breakBefore === command) {
        breakBefore = null;
        socket.destroy();
      } else if (command === 'IDLE') {
        idleTag = tag;
        socket.write('+ idling\r\n');
      } else socket.write(`${tag} ${follow(socket, command, rest)}\r\n`);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        readLine(line);
      }
    });
    socket.write('* OK ready\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `imap://rosa:secret@127.0.0.1:${port}/INBOX`,
    folders,
    commands,
    deliver(raw, size) {
      lastUid += 1;
      inbox().push({ uid: lastUid, raw: Buffer.from(raw), size: size ?? raw.length });
      for (const socket of sockets) socket.write(`* ${inbox().length} EXISTS\r\n`);
    },
    disconnect(before) {
      if (before === undefined) disconnect();
      else breakBefore = before;
    },
    async stop() {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
