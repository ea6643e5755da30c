/** A key that the panel of the search acts on; one pressed before it is loaded waits for it. */
export type PanelKey = 'up' | 'down' | 'open' | 'toCart';
