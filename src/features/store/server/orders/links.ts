import { createSigner, type Key } from '#platform/server/signed.ts';
import type { Selectable } from 'kysely';
import type { OrderTable } from './tables.ts';

export const fileMinutes = 15;

export interface FileLink {
  orderId: string;
  linkVersion: number;
  productId: string;
  version: string;
  position: number;
}

/** Addresses that open an order or one of its files: signed, so that none can be guessed. */
export interface Links {
  order(order: Pick<Selectable<OrderTable>, 'id' | 'link_version'>): string;
  /** Null for what we have not signed. */
  readOrder(token: string): { id: string; linkVersion: number } | null;
  file(link: FileLink, now: Date): string;
  /** Null for a link that is over, or never was one. */
  readFile(token: string, now: Date): FileLink | null;
  archive(order: Pick<Selectable<OrderTable>, 'id' | 'link_version'>, now: Date): string;
  /** Null as above. */
  readArchive(token: string, now: Date): { orderId: string; linkVersion: number } | null;
}

export function createLinks(secret: (name: string) => Key): Links {
  const orders = createSigner(secret, 'order links');
  const files = createSigner(secret, 'download links');
  const archives = createSigner(secret, 'archive links');
  const untilOf = (now: Date) => Math.floor(now.getTime() / 1000) + fileMinutes * 60;
  return {
    order: ({ id, link_version }) => orders.sign(`${id}-${link_version}`),
    readOrder(token) {
      const match = /^(ord_[0-9a-z]+)-(\d{1,9})$/.exec(orders.read(token) ?? '');
      return match ? { id: match[1] ?? '', linkVersion: Number(match[2]) } : null;
    },
    file({ orderId, linkVersion, productId, version, position }, now) {
      const text = JSON.stringify([orderId, linkVersion, productId, version, position, untilOf(now)]);
      return `/api/orders/files/${files.sign(Buffer.from(text).toString('base64url'))}`;
    },
    readFile(token, now) {
      const text = files.read(token);
      if (text === null) return null;
      const [orderId, linkVersion, productId, version, position, until] = JSON.parse(
        Buffer.from(text, 'base64url').toString(),
      ) as [string, number, string, string, number, number];
      return until * 1000 < now.getTime() ? null : { orderId, linkVersion, productId, version, position };
    },
    archive: ({ id, link_version }, now) =>
      `/api/orders/archive/${archives.sign(`${id}-${link_version}-${untilOf(now)}`)}`,
    readArchive(token, now) {
      const match = /^(ord_[0-9a-z]+)-(\d{1,9})-(\d{1,12})$/.exec(archives.read(token) ?? '');
      if (!match || Number(match[3]) * 1000 < now.getTime()) return null;
      return { orderId: match[1] ?? '', linkVersion: Number(match[2]) };
    },
  };
}
