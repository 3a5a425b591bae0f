/** The sentences of mails to people who take part by e-mail alone. */
export const mailbox = {
  ask: {
    heading: (name: string, circle: string | null) => `${name} invites you to ${circle ?? 'Circle'}`,
    about: (name: string) =>
      `Dear ${name}, you need no app and no password. When there are new photos and words, you get a letter by e-mail in the evening, and you can answer it like any other e-mail.`,
    yes: 'Would you like that? Press Yes, or answer this e-mail with the word Yes.',
    stop: 'If not, press Stop or answer with the word Stop, and we won’t ask again.',
    action: 'Answer with a button',
    unclear: {
      heading: 'Was that a yes?',
      about: (question: string) =>
        `Thank you for your e-mail. We couldn’t tell whether you said yes to this: ${question}. Please press one of the two buttons.`,
    },
    footer: (address: string) => `Sent by Circle at ${address}.`,
  },
  welcome: {
    subject: (circle: string | null) => (circle === null ? 'Welcome' : `Welcome to ${circle}`),
    about:
      'From now on you get a letter in the evening when there is something new. Below each moment you can answer or send a heart.',
    photos: (circle: string, address: string) =>
      `Would you like to share photos with ${circle}? Send them by e-mail to ${address}. You can keep this address among your contacts.`,
    stop: 'If you want no more letters, answer any of them with the word Stop.',
  },
  account: {
    subject: 'Make it an account',
    about:
      'With an account you can use Circle in the browser and on the phone. Everything you wrote stays yours. If you would rather keep your letters, you don’t have to do anything.',
    action: 'See how',
  },
  replies: {
    empty: {
      subject: 'Your answer was empty',
      about:
        'Your e-mail arrived, but there were no words of yours in it. Please write them above the quoted e-mail.',
    },
    photosHere: {
      subject: 'Your photos were not shared',
      about:
        'An answer to a moment can only have words. To share photos, send them to the address ‘Send photos to …’ in your letter.',
    },
    wordsOnly: {
      subject: 'Your words arrived, your photos did not',
      about:
        'An answer to a moment can only have words. To share photos, send them to the address ‘Send photos to …’ in your letter.',
    },
    photosOnly: {
      subject: 'Some of your attachments were not shared',
      about: 'Your moment is shared. Only photos can be sent by e-mail; the other attachments were left out.',
    },
    noPhotos: {
      subject: 'Your e-mail was not shared',
      about: 'There were no words and no photos in it. Only words and photos can be shared by e-mail.',
    },
    unverified: {
      subject: 'Your e-mail was not shared',
      about:
        'You can answer moments and send hearts. Before you can share your own moments, somebody has to confirm who you are. Please ask the person who invited you.',
    },
    refused: {
      subject: 'Your e-mail was not shared',
      about: (why: string) => `${why} This is what you wrote, so that nothing is lost:`,
    },
    gone: {
      subject: 'Your e-mail was not shared',
      about: 'The moment or the circle is no longer there, or you are no longer in that circle.',
    },
    which: {
      subject: 'Which moment did you mean?',
      about:
        'Your letter had several moments, so your answer was not shared yet. Press the button below the moment that you mean, and send the e-mail that opens:',
      moment: (author: string, when: string, words: string) =>
        `${author}, ${when}${words === '' ? '' : `:\n‘${words}’`}`,
      answer: 'Answer this moment',
    },
    stopped: {
      subject: 'You won’t get any more letters',
      about: 'Your letters have stopped. If you want them again, answer this e-mail with the word Start.',
    },
    started: {
      subject: 'Your letters will come again',
      about: 'From now on you’ll get a letter again when there’s something new.',
    },
    doubt: {
      subject: 'An e-mail in your name arrived. Was it you?',
      about:
        'Somebody sent us an e-mail in your name. We couldn’t be sure that it came from you, so nothing was shared. If it was you, please send it again from this address, or open your last letter and answer there. If it wasn’t you, you don’t have to do anything.',
    },
    many: {
      subject: 'That was enough for today',
      about: 'You can send 20 e-mails a day. Please send this one again tomorrow.',
    },
  },
} as const;
