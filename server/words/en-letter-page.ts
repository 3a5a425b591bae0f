/** The sentences of the pages of letters, for members who take part by e-mail alone. */
export const letterPage = {
  missing: {
    title: 'There is nothing here',
    about: 'This link is no longer valid. Please open your newest letter, and try again from there.',
  },
  /** Above words that could not be sent. */
  typed: 'Your words were not sent. You can copy them here:',
  problem: { title: 'That didn’t work' },
  open: {
    title: 'A letter from Circle',
    about:
      'To read it here, press the button. We’ll then send an e-mail to the address that the letter came to.',
    button: 'Open my letter',
  },
  asked: {
    title: 'Please check your e-mail',
    about:
      'We have sent an e-mail to the address that the letter came to. Open the link in it here, in the same browser, within 15 minutes.',
  },
  /** Where no mail can be sent. */
  unmailed: {
    title: 'Nothing was mailed',
    about: 'This place can’t send e-mail at the moment. Please ask the person who invited you.',
  },
  tooOften: 'We have already sent this link several times today. Please try again tomorrow.',
  mail: {
    subject: 'Open your letter',
    about:
      'You wanted to read your letter in a browser. This link works once, for 15 minutes, in the browser where you asked for it.',
    notYou: 'If that wasn’t you, do nothing. Nobody can read your letter without this e-mail.',
    action: 'Open my letter',
  },
  enter: {
    title: 'One more press',
    about: 'After that, this browser will show you your letters for 90 days.',
  },
  linkOver: {
    title: 'This link no longer works',
    about:
      'It works once, for 15 minutes, and only in the browser where you asked for it. You can ask for another one.',
  },
  letter: {
    title: 'Your letter',
    none: 'There are no moments in it.',
    earlier: 'Earlier moments',
    newest: 'Back to the newest moments',
    all: 'All moments',
    mine: 'My letters',
    stop: 'Stop these letters',
  },
  moment: {
    title: (name: string) => `A moment from ${name}`,
    sharedIn: (circles: string) => `in ${circles}`,
    like: 'I like it',
    /** Spoken after the words of a button: which moment it is about. */
    about: (name: string, when: string) => `the moment from ${name}, ${when}`,
    answer: 'Answer',
    yourAnswer: 'Your answer',
    send: 'Send',
    comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
    allComments: 'All comments',
    earlierComments: 'Earlier comments',
    newestComments: 'Newest comments',
    play: (length: string) => `Play the video, ${length}`,
    likes: (count: number) => (count === 1 ? '1 person likes it' : `${count} people like it`),
  },
  ask: {
    yes: 'Yes',
    stop: 'Stop',
    sure: 'You won’t get these letters, and we won’t ask you again.',
    welcome: {
      title: 'Welcome',
      about: 'We have sent you an e-mail. Your first letter will come when there is something new.',
    },
    stopped: { title: 'All right', about: 'We won’t send you these letters, and we won’t ask you again.' },
  },
  stop: {
    title: 'Stop your letters?',
    about:
      'You won’t get any more letters. You’ll stay in your circles, and you can start your letters again.',
    button: 'Stop my letters',
    /** Also mailed, unless the button was pressed in a browser that is known. */
    done: {
      title: 'Your letters are stopped',
      about:
        'To start them again, ask for the link to ‘My letters’ and press ‘Start my letters again’ there.',
    },
  },
  mine: {
    title: 'My letters',
    askAbout:
      'Here you choose when letters come. To be sure that it’s you, we send a link to the address that the letter came to.',
    askButton: 'Send me the link',
    askedAbout:
      'We have sent an e-mail with a link to the address that the letter came to. The link works for 15 minutes.',
    mail: {
      subject: 'My letters',
      about:
        'With this link you choose when your letters come. It works for 15 minutes. Please don’t pass it on.',
      action: 'My letters',
    },
    saved: 'Your choice is saved.',
    when: 'When do letters come?',
    evening: 'In the evening',
    sunday: 'On Sunday',
    language: 'Language',
    timeZone: 'Time zone',
    save: 'Save',
    pausedAbout: 'Your letters are stopped.',
    start: 'Start my letters again',
    pause: 'Stop my letters',
    export: {
      title: 'Send me everything',
      about: 'We put everything that you wrote and sent into one file, and send you a link to it.',
      button: 'Send me everything',
      asked: 'We’re putting your file together. Then we’ll send you a link to it.',
      unmailed: {
        title: 'Everything in one file',
        about:
          'We put everything that you wrote and sent into one file, which you can download on this page.',
        button: 'Make my file',
        asked: 'We’re putting your file together. Open this page again in a few minutes to download it.',
      },
      mail: {
        subject: 'Your file is ready',
        about:
          'It contains everything that you wrote and sent. The link works for 7 days. Please don’t pass it on.',
        action: 'Get my file',
      },
      ready: 'Your file is ready',
      download: 'Download my file',
    },
    account: {
      title: 'Make it an account',
      about:
        'With an account you use Circle in the browser and on the phone. Everything you wrote stays yours. Choose a password for it.',
      address: 'E-mail',
      password: 'Password',
      again: 'Password, once more',
      button: 'Make it an account',
      noCircle: 'You are in no circle any more, so you can’t make an account.',
      taken:
        'There is already an account with your address. If you have forgotten its password, ask for a new one on the sign-in page.',
      done: {
        title: 'You have an account now',
        about: (address: string) => `Sign in with ${address} and the password that you just chose.`,
        signIn: 'Sign in',
      },
    },
    remove: {
      title: 'Delete everything',
      about: 'This deletes your moments, your comments and your hearts immediately. It can’t be undone.',
      button: 'Delete everything',
      sure: 'Delete everything?',
      really: 'Yes, delete everything',
      keep: 'No, keep everything',
      done: { title: 'Everything is deleted', about: 'You won’t get any more letters from Circle.' },
    },
  },
} as const;
