import { type Cart, cart, cartCreate, cartQuery } from '../../../shared/api/carts.ts';
import type { InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import { DISCOUNT_SCALE, QUANTITY_SCALE } from '../../../shared/money.ts';
import { priceItems } from '../../money/sale/basket.ts';
import {
  cartProblems,
  cartsOf,
  detailsOf,
  discardCart,
  linesOf,
  loadCart,
  mayReturnCart,
  parkCart,
  returnCart,
  takeCart,
} from '../../money/sale/carts.ts';
import { present } from '../../platform/present.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import type { CartRow } from '../../store/carts.ts';
import { findProducts, type ProductRow } from '../../store/catalog.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { defineExtension, type Route } from '../route.ts';

const lineFields = (item: InvoiceItemInput, product: ProductRow | undefined) => ({
  ...item,
  product: product?.id,
  quantity: item.quantity / 10 ** QUANTITY_SCALE,
  discount_pct: item.discount_pct / 10 ** DISCOUNT_SCALE,
  current_price: product && product.is_archived === 0 ? product.price : null,
});

const presentCart = (db: Db, row: CartRow, actor: Actor): Cart => {
  const items = linesOf(row);
  const products = findProducts(
    db,
    items.map(({ product }) => product),
  );
  const { discounts, ...details } = detailsOf(row);
  const priced = priceItems(items, discounts);
  return present(cart, {
    ...row,
    ...details,
    lines: items.map((item) => lineFields(item, products.get(item.product))),
    amount: typeof priced === 'string' ? 0 : priced.total,
    discounts: discounts.map(({ percent, ...discount }) => ({
      ...discount,
      percent: percent && percent / 10 ** DISCOUNT_SCALE,
    })),
    created_by: accountName(db, row.account_id),
    is_taken: row.taken_at !== null,
    taken_by: accountName(db, row.taken_by),
    can_return: mayReturnCart(actor, row),
  });
};

const ACCESS = { access: 'can_create_invoices', honoursScope: true } as const;

/** Sales that are set aside. */
export const cartRoutes = (context: DbContext): Route[] => [
  ...collectionRoutes(context),
  ...recordRoutes(context),
];

const collectionRoutes = (context: DbContext): Route[] => {
  const { db } = context;
  return [
    defineExtension({
      ...ACCESS,
      at: 'GET carts/',
      id: 'listCarts',
      summary: 'List the carts that are set aside',
      description: 'Whoever sees only their own sales sees only their own carts.',
      order: 'newest first.',
      answer: pageOf(cart),
      query: cartQuery,
      handler: ({ actor, query, paginate }) =>
        paginate(
          PAGE_SIZES,
          (slice) => cartsOf(context, actor, query, slice),
          (row) => presentCart(db, row, actor),
        ),
    }),
    defineExtension({
      ...ACCESS,
      at: 'POST carts/',
      id: 'createCart',
      summary: 'Set a cart aside',
      description:
        'It is kept until somebody takes it back or deletes it, with everything that its invoice is created with. With an Idempotency-Key a repetition makes no second one.',
      answer: cart,
      body: cartCreate,
      examples: {
        cart: {
          summary: 'Two coffees, ten percent off',
          value: {
            name: 'Столик 4',
            lines: [{ name: 'Еспресо', price: 4500, quantity: 2, product: 7 }],
            discounts: [{ percent: 10 }],
          },
        },
      },
      refine: (input, actor) => cartProblems(db, input, actor),
      status: 201,
      idempotent: true,
      handler: ({ actor, body }) => presentCart(db, parkCart(context, actor, body), actor),
    }),
  ];
};

const recordRoutes = (context: DbContext): Route[] => {
  const { db } = context;
  const load = loadCart(db);
  return [
    defineExtension({
      ...ACCESS,
      at: 'POST carts/{id}/take/',
      id: 'takeCart',
      summary: 'Take a cart back',
      description:
        'One caller gets it, and it is theirs: anybody else is refused with 400 under errors.is_taken, which names who has ' +
        'it and since when. With an Idempotency-Key the same caller may send it again after a lost answer. Create the ' +
        'invoice with `cart`, which ends the cart: it is sold once.',
      answer: cart,
      load,
      idempotent: true,
      handler: ({ actor, target }) => presentCart(db, takeCart(context, actor, target), actor),
    }),
    defineExtension({
      ...ACCESS,
      at: 'POST carts/{id}/return/',
      id: 'returnCart',
      summary: 'Set a cart aside again that was taken back',
      description:
        'Possible for a day, for who took it and, where they are gone, for whoever may cancel and refund; not while a sale ' +
        'of it is under way or in doubt.',
      answer: cart,
      load,
      handler: ({ actor, target }) => presentCart(db, returnCart(context, actor, target), actor),
    }),
    defineExtension({
      ...ACCESS,
      at: 'DELETE carts/{id}/',
      id: 'deleteCart',
      summary: 'Delete a cart',
      description: 'One that is taken only by those who may set it aside again (carts/{id}/return/).',
      load,
      status: 204,
      handler: ({ actor, target }) => discardCart(context, actor, target),
    }),
  ];
};
