import { openShop } from '../helpers/shop.ts';
import { fetchDocument, writeCopy } from './contract/document.ts';

// npm run node -- test/http/write-openapi.ts: writes docs/openapi.json as the service serves it.
const shop = await openShop();
writeCopy(await fetchDocument(shop));
await shop.close();
