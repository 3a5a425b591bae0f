import { counted } from '../app/plural.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Texts about who sees what. */
export const audience = {
  title: 'Who can see this',
  loading: 'Just a moment...',
  failed: 'This could not be loaded.',
  people: (count: number, isFramed?: boolean) =>
    count === 0
      ? 'Only you can see this.'
      : `${counted(count, 'person besides you can', 'people besides you can')} see this.${isFramed ? '' : ' Nobody else.'}`,
  upTo: (count: number, isFramed?: boolean) =>
    `Up to ${counted(count, 'person besides you can', 'people besides you can')} see this.${isFramed ? '' : ' Nobody else.'}`,
  list: 'People who can see this',
  through: (circles: readonly string[]) => `Through ${names.format(circles)}`,
  named: 'Takes part in the conversation',
  since: (date: string) => `since ${date}`,
  question: 'Can somebody in your circles see this?',
  ask: 'Can somebody in your circles see this? Type a name',
  name: 'Type a name...',
  answers: 'Answers for this name',
  nobodyCalled: (typed: string) => `No: nobody whose name begins with “${typed}” can see this.`,
  nobodyKnown: (typed: string) =>
    `No: nobody whose name begins with “${typed}” can see this through a circle that you’re in.`,
  sees: (name: string, circles: readonly string[]) =>
    circles.length > 0
      ? `Yes, ${name} can see it, through ${names.format(circles)}.`
      : `Yes, ${name} can see it.`,
  notInCircles: (name: string) => `No: ${name} is in none of this moment’s circles.`,
  cameLater: (name: string) => `No: ${name} joined later and doesn’t see earlier moments.`,
  leftOut: (name: string) => `No: you left ${name} out.`,
  unknown: (name: string) =>
    `You left one of this moment’s circles, so Circle can’t tell you who is in it. ${name} doesn’t see the moment through any other circle.`,
  unnamed: (count: number) =>
    `${counted(count, 'person in a circle that you left', 'people in circles that you left')} may see it too. Circle can’t tell you who they are.`,
  youLeftOut: (people: readonly string[]) => `You left out ${names.format(people)}.`,
  former: (count: number) =>
    counted(
      count,
      'person who could see it earlier no longer does.',
      'people who could see it earlier no longer do.',
    ),
  seeAs: (name: string) => `See it as ${name}`,
  asTitle: (name: string) => `As ${name} sees it`,
  back: 'Back to the list',
  profile: 'Open profile',
  framed: (name: string) => `This is what ${name} gets. Likes and comments aren’t shown here.`,
  mentionsMay: (name: string) => `${name} may see “somebody” in place of people whom they don’t know.`,
  commentMenu: 'Who can read this',
  commentTitle: 'Who can read your comment',
  commentText: 'These people can, as long as they see the moment. Nobody else.',
  commentList: 'People who can read your comment',
  commentUnnamed: 'Members of a circle that you left can read it too.',
  visible: (name: string) => `What ${name} sees of mine`,
  visibleTitle: (name: string) => `What ${name} sees of yours`,
  visibleText: (name: string) => `All of your moments that ${name} can see now, newest first.`,
  visibleNone: (name: string) => `${name} sees none of your moments.`,
  visibleEnd: 'Moments in circles that you left aren’t listed: Circle can’t tell you who is in them.',
  photos: (count: number) => counted(count, 'photo', 'photos'),
  stop: (name: string) => `Stop sharing this with ${name}`,
  stopBusy: 'Stopping...',
  stopped: (name: string) => `${name} no longer sees this.`,
};
