/** A text whose parts ` · ` separates. Parts stay in one piece where possible, and no line begins or ends with a separator. */
export const Parts = ({ children }: { children: string }) => (
  <span className="parts">
    {children.split(' · ').map((part, index) => (
      <span key={index}>
        {index > 0 && <i> · </i>}
        {part}
      </span>
    ))}
  </span>
)
