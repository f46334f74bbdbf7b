import { noAccess as copy } from '#domain/accounts/staff/duty-copy.ts';
import { type Page, type PageName, pages } from '#domain/pages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/table/empty.tsx';

/** In place of a page of the back office: which duty opens it, and who gives it. */
export function NoAccess({ page }: { page: PageName }) {
  const { name, title, permission }: Page = pages[page];
  return (
    <Empty title={copy.title} text={copy.text(name ?? title.split(' | ')[0]!, permission!)} heading="h1">
      <ButtonLink to={pages.admin.path} size="sm" variant="secondary">
        {copy.back(pages.admin.name)}
      </ButtonLink>
    </Empty>
  );
}
