import type { DeclineWords } from './kinds.ts';

export const DECLINES_EN: DeclineWords = {
  not_enough_money: {
    reason: 'There is not enough money on the card.',
    advice: 'The customer can top the card up and try again. Offer to pay with another card or in cash.',
  },
  internet_limit: {
    reason: "The amount is above the card's limit for internet payments.",
    advice: "The customer can raise the limit in their bank's app and try again, or take another card.",
  },
  operations_limit: {
    reason: 'The card has already made as many payments as it may in this period.',
    advice:
      "The customer can change the limit in their bank's app. Offer to pay with another card or in cash.",
  },
  card_restricted: {
    reason: 'Payments with this card are restricted.',
    advice: 'The customer can have that lifted at their bank. Offer to pay with another card or in cash.',
  },
  card_lost: {
    reason: 'The bank has this card down as lost.',
    advice: 'It cannot pay. Offer to pay with another card or in cash. There is no need to keep the card.',
  },
  card_expired: { reason: 'The card has expired.', advice: 'Offer to pay with another card or in cash.' },
  pin_blocked: {
    reason: 'A wrong PIN was entered too often, so the card is blocked.',
    advice: 'The customer can have it unblocked at their bank. Offer to pay with another card or in cash.',
  },
  issuer_refused: {
    reason: "The customer's bank did not let the payment through.",
    advice:
      'Only the bank that issued the card knows why. The customer can ask there. Offer to pay with another card or in cash.',
  },
  issuer_fault: {
    reason: "A fault at the customer's bank.",
    advice: 'Try again in a minute. If it fails again, take another card or cash.',
  },
  scheme_refused: {
    reason: 'The card scheme (Visa or Mastercard) stopped the payment.',
    advice: 'Another try will hardly help. Offer to pay with another card or in cash.',
  },
  wrong_number: {
    reason: 'The card number was mistyped.',
    advice: 'The customer should check the number and enter it again.',
  },
  wrong_date: {
    reason: 'The expiry date of the card was mistyped.',
    advice: 'The customer should compare month and year with the card and enter them again.',
  },
  wrong_cvv: {
    reason: 'The CVV code was left out or mistyped.',
    advice:
      "The customer should enter the three digits from the back of the card (or from the bank's app) again.",
  },
  details_missing: {
    reason: 'Not all of the card details were entered.',
    advice: 'The customer should enter number, expiry date and CVV, and try again.',
  },
  three_ds: {
    reason: 'The customer did not confirm the payment at their bank (3-D Secure check).',
    advice:
      "They should try again and confirm it with the code from the SMS or in the bank's app. If that fails, take another card.",
  },
  card_type: {
    reason: 'A card of this type cannot make this payment.',
    advice: 'Offer to pay with another card or in cash.',
  },
  card_scheme: {
    reason: 'The card is neither Visa nor Mastercard.',
    advice: 'Offer to pay with a Visa or Mastercard, or in cash.',
  },
  conditions: {
    reason: "The customer's bank, or the shop's settings at its own bank, do not allow a payment like this.",
    advice:
      'Offer to pay with another card or in cash. If other cards fail too, tell the owner: then it is the settings at the bank.',
  },
  too_many_tries: {
    reason: 'This card was tried too many times in a row.',
    advice: 'It will hardly work today. Offer to pay with another card or in cash.',
  },
  risk: {
    reason: 'The payment was stopped by a check against fraud.',
    advice:
      'Do not repeat it with this card. Offer to pay with another card or in cash. The customer can ask at their bank.',
  },
  ukrainian_cards_only: {
    reason: 'Only cards of Ukrainian banks are taken here.',
    advice: 'Offer to pay with a card of a Ukrainian bank, or in cash.',
  },
  other_banks_cards_only: {
    reason: 'This way to pay works with cards of other banks only.',
    advice: 'Offer to pay with a card of another bank, or in cash.',
  },
  temporarily_restricted: {
    reason: 'Operations of this kind with hryvnia cards are restricted for the time being.',
    advice: 'Offer to pay with a card in another currency, or in cash.',
  },
  not_served: {
    reason: 'Cards of this country are not served.',
    advice: 'This card cannot pay. Offer to pay in cash.',
  },
  programme: {
    reason: 'The card of the state recovery programme (eVidnovlennia) may not pay for this.',
    advice: 'Its money is for certain goods only. Offer to pay with another card or in cash.',
  },
  amount_too_small: {
    reason: 'The amount is below the least that the bank takes.',
    advice: 'Ask for a larger amount, or take cash.',
  },
  shop_settings: {
    reason: "The shop's payment acceptance is set up wrongly at the bank.",
    advice:
      "The customer's card is not to blame. Tell the owner, who should call the support of the bank through which the shop takes payments. Take cash meanwhile.",
  },
  shop_limit: {
    reason: 'The shop has reached its own limit for taking payments.',
    advice:
      "The customer's card is not to blame. Tell the owner, who should call the support of the bank through which the shop takes payments. Take cash meanwhile.",
  },
  request: {
    reason: 'The bank did not take the data of this payment.',
    advice:
      'Cancel the invoice and make a new one. If it happens again: tell the owner, who should call the support of the bank through which the shop takes payments.',
  },
  bank_fault: {
    reason: 'A fault at the bank through which the shop takes payments.',
    advice: 'Try again in a minute. If it goes on, take cash and tell the owner.',
  },
  payer_gave_up: {
    reason: 'The customer gave the payment up.',
    advice: 'If they changed their mind, they can open the payment page again.',
  },
  time_over: {
    reason: 'The time to pay is over.',
    advice: 'Make a new invoice: this one can no longer be paid.',
  },
};
