import { openShop } from '../helpers/shop.ts';
import { fetchDocument, writeCopy } from './contract/document.ts';

// npx node test/http/write-openapi.ts: writes docs/openapi.json as the service tells it today.
const shop = await openShop();
writeCopy(await fetchDocument(shop));
await shop.close();
