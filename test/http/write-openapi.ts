import { openShop } from '../helpers/shop.ts';
import { fetchDocument, writeCopies } from './contract/document.ts';

// npm run node -- test/http/write-openapi.ts: writes docs/openapi.json as the service serves it, and the files made from it.
const shop = await openShop();
writeCopies(await fetchDocument(shop));
await shop.close();
