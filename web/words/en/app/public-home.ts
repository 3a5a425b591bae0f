export const publicHome = {
  login: 'Login',
  title: 'For the people you’d show anyway.',
  lead: 'Circle is a private place for photographs and a few words, shared with the handful of people they’re for. By invitation. No ads, ever.',
  invited: 'I have an invitation',
  sheet:
    'A contact sheet of nine photographs, one of them circled in orange pencil: three people holding hands by the sea',
  choose: {
    title: 'Choose who, then press share.',
    text: 'You make the circles and you decide who is in them. Every moment carries its rings, so nobody has to wonder who it is for.',
    circles: [
      { name: 'Family', people: '6 people', color: '#C2410C' },
      { name: 'Sunday run', people: '9 people', color: '#3B82F6' },
      { name: 'The Kitchen Table', people: '5 people', color: '#0F9D8A' },
      { name: 'Allotment 14', people: '11 people', color: '#4D7C0F' },
    ],
    example: {
      author: 'Maya Okafor',
      time: '2 h',
      text: 'Out past the second ridge before the fog lifted. Jonas insisted on the long way down, and for once he was right.',
      likes: '12',
      comments: '5',
    },
  },
  promises: {
    title: 'What you can count on',
    items: [
      {
        title: 'No corporate control',
        text: 'Paid for by the people who use it, so there is nobody else to please. No corporate middlemen, no algorithmic manipulation: newest first, or closest first. You choose.',
      },
      {
        title: 'Your data, your rules',
        text: 'No data harvesting and no targeted ads. Until you add someone to a circle, all they can see is your name.',
      },
      {
        title: 'Instant updates',
        text: 'Lives on your home screen as a bookmark, outside the app stores. Open it, and you always have the latest version.',
      },
    ],
  },
  price: {
    title: 'What it costs',
    text: 'Currently free during development. After that, a 30-day free trial and one of two plain prices.',
    month: 'a month',
    plans: [
      { name: 'Basic', price: '$1' },
      { name: 'Premium', price: '$5' },
    ],
  },
  footer: { text: 'Invite-only. Ask someone you know.', install: 'Install guide', support: 'Support Circle' },
};
