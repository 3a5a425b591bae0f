import { type Behaviour, newSquareId, type Store } from './store.ts';

interface Typed {
  number: string;
  expiry: string;
  cvv: string;
  zip: string;
}

const digits = (text: string) => text.replaceAll(/\D/g, '');

const isCardNumber = (number: string): boolean => {
  const sum = [...number].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return number.length >= 13 && sum % 10 === 0;
};

/** The sandbox's test values: the card numbers, security codes and dates that cause each outcome. */
const behaviourOf = (card: Typed): Behaviour => {
  const number = digits(card.number);
  if (number === '4000000000000002') return 'declined';
  if (number === '4000000000000010') return 'charge-declined';
  if (card.cvv === '911') return 'wrong-code';
  if (card.zip === '99999') return 'wrong-postcode';
  if (digits(card.expiry) === '0140') return 'expired';
  return 'ok';
};
const asksBank = ({ number }: Typed) => digits(number) === '4310000000201019';

const mistakesOf = (card: Typed) => {
  const mistake = (field: string, message: string) => ({ type: 'VALIDATION_ERROR', field, message });
  return [
    ...(isCardNumber(digits(card.number)) ? [] : [mistake('cardNumber', 'Credit card number is not valid')]),
    ...(/^\d{2}\/?\d{2}$/.test(card.expiry)
      ? []
      : [mistake('expirationDate', 'Expiration date is not valid')]),
    ...(/^\d{3,4}$/.test(card.cvv) ? [] : [mistake('cvv', 'CVV is not valid')]),
    ...(/^\d{5}$/.test(card.zip) ? [] : [mistake('postalCode', 'Postal code is not valid')]),
  ];
};

const field = (value: unknown, name: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : '';
  return typeof found === 'string' ? found : '';
};

/** Turns the typed card into tokens, after the bank's confirmation if it is required. */
export const createCards = (store: Store) => {
  const waiting = new Map<string, Typed>();

  const makeToken = (behaviour: Behaviour, last4 = '1111'): string => {
    const token = newSquareId('cnon:');
    store.tokens.set(token, { last4, behaviour, used: false, lasting: false });
    return token;
  };

  const hand = (card: Typed) => {
    const last4 = digits(card.number).slice(-4);
    const token = makeToken(behaviourOf(card), last4);
    return { result: { status: 'OK', token, details: { card: { brand: 'VISA', last4 }, method: 'Card' } } };
  };

  return {
    makeToken,
    tokenize: (body: unknown) => {
      const card = {
        number: field(body, 'number'),
        expiry: field(body, 'expiry'),
        cvv: field(body, 'cvv'),
        zip: field(body, 'zip'),
      };
      const errors = mistakesOf(card);
      if (errors.length > 0) return { result: { status: 'Invalid', errors } };
      if (!asksBank(card)) return hand(card);
      const challenge = newSquareId();
      waiting.set(challenge, card);
      return { challenge };
    },
    confirm: (body: unknown) => {
      const card = waiting.get(field(body, 'id'));
      waiting.delete(field(body, 'id'));
      if (card && field(body, 'code') === '123456') return hand(card);
      const error = { type: 'VERIFICATION_ERROR', message: 'Your bank did not confirm this card' };
      return { result: { status: 'Error', errors: [error] } };
    },
  };
};
