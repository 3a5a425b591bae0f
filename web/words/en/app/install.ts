/** The install page. */
export const install = {
  ios: {
    title: 'Put Circle on your home screen',
    text: 'Three taps in Safari, and Circle opens like any app, with no store in between.',
    steps: [
      { title: 'Press Share', note: 'At the top right of the screen' },
      { title: 'Choose Add to Home Screen', note: 'Scroll down a little if you cannot see it' },
      { title: 'Tap Add', note: 'Circle appears with your other apps' },
    ],
  },
  android: {
    title: 'Put Circle on your home screen',
    text: 'Three taps in your browser, and Circle opens like any app, with no store in between.',
    steps: [
      { title: 'Open the three-dot menu or Share', note: 'At the top right of the browser' },
      { title: 'Choose Add to Home screen or Install app', note: 'The wording depends on your phone' },
      { title: 'Tap Install or Add', note: 'Circle appears with your other apps' },
    ],
  },
  desktop: {
    title: 'You are already in the right place',
    text: 'On a computer there is nothing to install: you are already accessing Circle properly, right here in the browser.',
    note: 'If you like, bookmark Circle with Ctrl+D or Cmd+D.',
    next: 'Continue to the app',
  },
  installed: {
    title: 'You are in.',
    text: 'Circle is on your home screen and running on its own.',
    state: 'Installed and up to date',
    enter: 'Enter Your Circle',
  },
  skip: 'Skip Installation - Continue in Browser',
  refresh: 'Refresh After Install',
  why: 'Why not an app store',
  benefits: [
    {
      title: 'No corporate control',
      text: 'No store decides what you may have, and no corporate middlemen stand between us.',
    },
    {
      title: 'Your data, your rules',
      text: 'No data harvesting, no targeted ads, no algorithmic manipulation.',
    },
    {
      title: 'Instant updates',
      text: 'Every time you open Circle, it’s up to date. There’s nothing to download.',
    },
  ],
};

/** The home-screen bookmark guide. */
export const guide = {
  title: 'Make a bookmark of Circle',
  seems: {
    ios: 'You seem to be on an iPhone or iPad. This takes ten seconds.',
    android: 'You seem to be on an Android phone. This takes ten seconds.',
    desktop: 'You seem to be on a computer. This takes ten seconds.',
  },
  steps: {
    ios: [
      { title: 'Tap the share button', note: 'It looks like a square with an arrow' },
      { title: 'Choose ‘Add to Home Screen’', note: 'You can change the name' },
      { title: 'Tap Add', note: 'Done' },
    ],
    android: [
      { title: 'Open the three-dot menu', note: 'At the top right of the browser' },
      { title: 'Choose ‘Add to Home screen’', note: 'Some browsers call it ‘Install app’' },
      { title: 'Tap Add', note: 'Done' },
    ],
    desktop: [
      { title: 'Press Ctrl+D', note: 'On a Mac: Cmd+D' },
      { title: 'Choose a bookmark folder', note: 'The bookmarks bar is always in sight' },
      { title: 'Press Done', note: 'One click opens Circle from now on' },
    ],
  },
  done: "I've Created My Bookmark - Continue",
  home: 'Go to Circle',
  questions: {
    title: 'Questions',
    items: [
      {
        question: 'Is a bookmark a real app?',
        answer: 'It is the same Circle, opened full screen from your home screen. Updates are instant.',
      },
      {
        question: 'Can I delete it?',
        answer: 'Like any icon. Your circles and photos stay safe in your account.',
      },
      { question: 'Why not the app store?', answer: 'Because we want no store between you and us.' },
    ],
  },
  comparison: {
    title: 'Bookmark or store app',
    question: 'Question',
    bookmark: 'Bookmark',
    store: 'Store app',
    rows: [
      { question: 'Updates', bookmark: 'Instant', store: 'When approved' },
      { question: 'Storage used', bookmark: 'Almost none', store: 'Hundreds of MB' },
      { question: 'Who is in between', bookmark: 'Nobody', store: 'A corporation' },
      { question: 'Tracking', bookmark: 'None', store: 'Often' },
    ],
  },
};
