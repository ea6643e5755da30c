import { EventEmitter } from 'node:events';

/** Members of an Electron object, each of Electron's own type; its events come from Node's EventEmitter. */
export type Part<Whole> = { [Key in Exclude<keyof Whole, keyof EventEmitter | 'prototype'>]?: Whole[Key] };

/**
 * Gives a part the type of the whole Electron object. A missing member is undefined, so that code which begins to use
 * it fails in its test.
 */
export function standFor<Whole extends object>(part: Part<Whole>): Whole;
export function standFor(part: object): object {
  return part;
}

const EVENTS = new EventEmitter();

type Class = abstract new (...args: never[]) => object;

/** The same for a class: its constructor has Electron's parameters, and its instances are parts of Electron's. */
export function standForClass<Whole extends Class>(
  part: new (...args: ConstructorParameters<Whole>) => Part<InstanceType<Whole>>,
): Whole;
export function standForClass(part: object): object {
  return part;
}

/** Called by Electron itself, and safe on an object that was destroyed. */
const SAFE = new Set(['isDestroyed', 'destroy']);

/**
 * Returns the object, whose methods throw once `isDestroyed` is true: "Object has been destroyed", as Electron's do
 * (shell/common/gin_helper/destroyable.cc). EventEmitter's members stay.
 */
export const throwingAfterDestroy = <Target extends EventEmitter & { isDestroyed(): boolean }>(
  target: Target,
): Target =>
  new Proxy(target, {
    get: (object, name, receiver) => {
      const value: unknown = Reflect.get(object, name, receiver);
      const isOwn = typeof value === 'function' && typeof name === 'string' && !SAFE.has(name);
      if (isOwn && !(name in Object.getPrototypeOf(EVENTS)) && object.isDestroyed())
        throw new TypeError('Object has been destroyed');
      return value;
    },
  });
