import Search from '#ui/icons/search.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { RailItem } from '#ui/tool-page.tsx';
import {
  type Browse,
  browseAddress,
  readBrowse,
  type Sort,
  sortNames,
  sorts,
  usualSort,
} from '../rules/browse.ts';
import type { ProductList } from '../rules/contract.ts';
import { kindNames } from '../rules/product.ts';

/** What was asked for last: the list on the screen may still be the answer to the question before. */
export function useBrowse(): Browse {
  const [asked] = useSearchParams();
  return readBrowse((key) => asked.get(key));
}

/** A control that shows `value` whenever that changes, and keeps what is typed or chosen until then. */
function useFollowing<Control extends { value: string }>(value: string) {
  const control = useRef<Control>(null);
  useEffect(() => {
    if (control.current) control.current.value = value;
  }, [value]);
  return control;
}

/** A plain GET form and plain links: the browser alone could do all of it. */
export function Filters({ list }: { list: ProductList }) {
  const go = useNavigate();
  const browse = useBrowse();
  const search = useFollowing<HTMLInputElement>(browse.q);
  const order = useFollowing<HTMLSelectElement>(browse.sort);
  const ask = (form: HTMLFormElement) => {
    const asked = new FormData(form);
    go(browseAddress(readBrowse((key) => asked.get(key)?.toString())));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget);
  };
  const offered = sorts.filter((sort) => sort !== usualSort(browse.q ? '' : 'x'));
  return (
    <div className="flex flex-col gap-24">
      <form
        action="/store"
        role="search"
        aria-label="Products"
        onSubmit={onSubmit}
        className="grid gap-12 md:grid-cols-2 lg:grid-cols-1"
      >
        {browse.kind && <input type="hidden" name="kind" value={browse.kind} />}
        {browse.tag && <input type="hidden" name="tag" value={browse.tag} />}
        <Field label="Search products" hideLabel compact>
          <div className="flex gap-8">
            <TextInput
              ref={search}
              type="search"
              name="q"
              defaultValue={browse.q}
              placeholder="Search products"
              autoComplete="off"
              enterKeyHint="search"
              maxLength={100}
            />
            <IconButton type="submit" icon={Search} label="Search" variant="secondary" />
          </div>
        </Field>
        <Field label="Sort by" hideLabel compact>
          <Select
            ref={order}
            name="sort"
            defaultValue={browse.sort}
            onChange={({ currentTarget }) => currentTarget.form && ask(currentTarget.form)}
          >
            {offered.map((sort: Sort) => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
              </option>
            ))}
          </Select>
        </Field>
        <noscript>
          <Button type="submit">Sort</Button>
        </noscript>
      </form>

      <nav aria-label="Kinds" className="density-tool">
        <ul className="flex flex-wrap gap-x-8 lg:flex-col lg:flex-nowrap">
          <li>
            <RailItem
              href={browseAddress(browse, { kind: null })}
              current={browse.kind === null}
              note={total(list)}
            >
              All
            </RailItem>
          </li>
          {list.kinds.map(({ kind, count }) => (
            <li key={kind}>
              <RailItem href={browseAddress(browse, { kind })} current={browse.kind === kind} note={count}>
                {kindNames[kind]}
              </RailItem>
            </li>
          ))}
        </ul>
      </nav>

      {list.tags.length > 0 && (
        <nav aria-label="Tags" className="hidden lg:block">
          <p className="px-12 text-13 text-muted">Tags</p>
          <ul className="mt-8 flex flex-wrap gap-x-12 gap-y-4 px-12 text-15">
            {list.tags.map(({ tag }) => (
              <li key={tag}>
                <TagLink
                  tag={tag}
                  current={browse.tag === tag}
                  href={browseAddress(browse, { tag: browse.tag === tag ? null : tag })}
                />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

const total = ({ kinds }: ProductList): number => kinds.reduce((sum, { count }) => sum + count, 0);

export const TagLink = ({ tag, href, current }: { tag: string; href: string; current?: boolean }) => (
  <Link
    quiet
    href={href}
    aria-current={current ? 'true' : undefined}
    className={current ? 'font-bold' : 'text-muted'}
  >
    {tag}
  </Link>
);
