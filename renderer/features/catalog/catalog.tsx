import { Outlet } from '@tanstack/react-router';

/** Each part is a page of its own, with what can be done there. */
export const Catalog = () => <Outlet />;
