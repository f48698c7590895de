//! The rules of a row, checked when it is compiled.
#![allow(clippy::panic, reason = "a broken row stops the compiler, which is the point")]

use super::{Count, Kind, LIMIT, POOL_LIMIT, Param, Segment, Shape, Size, Supply};

/// Every parameter has a name of its own and a possible range.
#[allow(clippy::indexing_slicing, reason = "const iteration; the index is below the length")]
pub(super) const fn params(params: &[Param]) {
    let mut i = 0;
    while i < params.len() {
        if let Kind::Size { min, max } = params[i].kind {
            assert!(min >= 1 && min <= max, "a size has a range that begins at 1 or later");
        }
        let mut j = 0;
        while j < i {
            assert!(!same(params[i].name, params[j].name), "two parameters have one name");
            j += 1;
        }
        i += 1;
    }
}

/// Segments ascend, are disjoint and bounded, and read only what there is.
#[allow(clippy::indexing_slicing, reason = "const iteration; the index is below the length")]
pub(super) const fn segments(params: &[Param], segments: &[Segment]) {
    assert!(!segments.is_empty(), "a row has a segment");
    let mut free = 0;
    // How many draws the pool in hand still allows: none in hand, a fixed number, or a named one (checked with the values).
    let mut left = Left::NoPool;
    let mut i = 0;
    while i < segments.len() {
        let segment = &segments[i];
        let longest = longest(params, segment.count);
        assert!(
            longest >= 1 && longest <= LIMIT,
            "a segment reads 1 to LIMIT numbers at most"
        );
        assert!(segment.first >= free, "segments ascend and are disjoint");
        free = segment.first + longest as u64;
        let mut j = 0;
        while j < i {
            assert!(!same(segment.name, segments[j].name), "two segments have one name");
            j += 1;
        }
        left = shape(params, segment, longest, left);
        i += 1;
    }
}

#[derive(Clone, Copy)]
enum Left {
    NoPool,
    Fixed(u32),
    Named,
}

const fn shape(params: &[Param], segment: &Segment, longest: u32, before: Left) -> Left {
    match segment.shape {
        Shape::Number => Left::NoPool,
        Shape::Each { n } => {
            let (least, _) = range(params, n);
            assert!(least >= 1, "an index has at least one outcome");
            Left::NoPool
        }
        Shape::Weighted { table } => {
            assert!(
                matches!(kind(params, table), Kind::Weights),
                "a table's parameter is a table of weights"
            );
            Left::NoPool
        }
        Shape::Pick { from } => supply(params, from, segment.count, longest, before),
    }
}

const fn supply(params: &[Param], from: Supply, count: Count, longest: u32, before: Left) -> Left {
    let left = match from {
        Supply::Fresh { size, .. } => {
            assert!(range(params, size).1 <= POOL_LIMIT, "a pool has at most 65,536 items");
            after(size, longest)
        }
        Supply::Renewed { size, every, .. } => {
            assert!(range(params, size).1 <= POOL_LIMIT, "a pool has at most 65,536 items");
            assert!(range(params, every).0 >= 1, "a pool gives at least one draw");
            if let (Size::Fixed(size), Size::Fixed(every)) = (size, every) {
                assert!(every <= size, "a pool is not drawn beyond its last item");
            }
            Left::NoPool
        }
        Supply::Same => match before {
            Left::Fixed(left) => after(Size::Fixed(left), longest),
            Left::Named => Left::Named,
            Left::NoPool => panic!("a pool goes on only after a fresh one whose draws are fixed in number"),
        },
    };
    if matches!(count, Count::Fixed(_)) {
        left
    } else {
        Left::NoPool
    }
}

const fn after(size: Size, draws: u32) -> Left {
    match size {
        Size::Fixed(size) => {
            assert!(draws <= size, "a pool is not drawn beyond its last item");
            Left::Fixed(size - draws)
        }
        Size::Named(_) => Left::Named,
    }
}

/// The most that a count can come to.
const fn longest(params: &[Param], count: Count) -> u32 {
    match count {
        Count::Fixed(count) => count,
        Count::Open { max } => max,
        Count::Named { name, times, less } => {
            let (least, most) = range(params, Size::Named(name));
            assert!(times >= 1 && times <= LIMIT && most <= LIMIT, "a count stays small");
            assert!(times as u64 * least as u64 >= less as u64, "a count is never negative");
            let longest = times as u64 * most as u64 - less as u64;
            assert!(longest <= LIMIT as u64, "a segment reads at most LIMIT numbers");
            #[allow(clippy::cast_possible_truncation, reason = "at most LIMIT, as just asserted")]
            let longest = longest as u32;
            longest
        }
    }
}

/// The least and the most that a size can be.
const fn range(params: &[Param], size: Size) -> (u32, u32) {
    match size {
        Size::Fixed(size) => (size, size),
        Size::Named(name) => match kind(params, name) {
            Kind::Size { min, max } => (min, max),
            _ => panic!("a size's parameter is a size"),
        },
    }
}

#[allow(clippy::indexing_slicing, reason = "const iteration; the index is below the length")]
const fn kind(params: &[Param], name: &str) -> Kind {
    let mut i = 0;
    while i < params.len() {
        if same(params[i].name, name) {
            return params[i].kind;
        }
        i += 1;
    }
    panic!("a segment names a parameter that is not declared")
}

#[allow(
    clippy::indexing_slicing,
    reason = "const iteration; the index is below both lengths"
)]
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
