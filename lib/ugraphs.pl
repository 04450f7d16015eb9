:- module(ugraphs,
          [ vertices_edges_to_ugraph/3,
            vertices/2,
            edges/2,
            add_vertices/3,
            del_vertices/3,
            add_edges/3,
            del_edges/3,
            ugraph_union/3,
            neighbours/3,
            neighbors/3,
            transpose_ugraph/2,
            complement/2,
            compose/3,
            reachable/3,
            transitive_closure/2,
            top_sort/2,
            top_sort/3,
            connect_ugraph/3
          ]).

% Directed graphs without labels as lists of Vertex-Neighbours, sorted by
% vertex, where Neighbours is the ordered set of the vertices to which an edge
% leads. Each neighbour is a vertex of the graph.

%!  vertices_edges_to_ugraph(+Vertices, +Edges, -Graph) is det.
%
%   Graph has the vertices in Vertices and the edges From-To in Edges, with the
%   vertices at their ends.
%
%   ?- vertices_edges_to_ugraph([d], [a-b,b-c], Graph).
%      Graph = [a-[b],b-[c],c-[],d-[]].

vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    must_be(list, Vertices),
    sort(Edges, EdgeSet),
    edge_vertices(EdgeSet, EdgeVertices),
    append(Vertices, EdgeVertices, AllVertices),
    sort(AllVertices, VertexSet),
    vertices_neighbours(VertexSet, EdgeSet, Graph).

edge_vertices([], []).
edge_vertices([From-To|Edges], [From,To|Vertices]) :-
    edge_vertices(Edges, Vertices).

%   Both lists are sorted, and each edge starts at one of the vertices.

vertices_neighbours([], _, []).
vertices_neighbours([Vertex|Vertices], Edges0, [Vertex-Neighbours|Graph]) :-
    neighbours_of_vertex(Edges0, Vertex, Neighbours, Edges),
    vertices_neighbours(Vertices, Edges, Graph).

neighbours_of_vertex([From-To|Edges0], Vertex, Neighbours, Edges) :-
    From == Vertex,
    !,
    Neighbours = [To|Neighbours1],
    neighbours_of_vertex(Edges0, Vertex, Neighbours1, Edges).
neighbours_of_vertex(Edges, _, [], Edges).

%!  vertices(+Graph, -Vertices) is det.
%
%   Vertices holds the vertices of Graph, in order.
%
%   ?- vertices([a-[b],b-[]], Vertices).
%      Vertices = [a,b].

vertices([], []).
vertices([Vertex-_|Graph], [Vertex|Vertices]) :-
    vertices(Graph, Vertices).

%!  edges(+Graph, -Edges) is det.
%
%   Edges holds From-To for the edges of Graph, in order.
%
%   ?- edges([a-[b,c],b-[],c-[a]], Edges).
%      Edges = [a-b,a-c,c-a].

edges(Graph, Edges) :-
    graph_edges(Graph, Edges, []).

graph_edges([], Edges, Edges).
graph_edges([Vertex-Neighbours|Graph], Edges0, Edges) :-
    vertex_edges(Neighbours, Vertex, Edges0, Edges1),
    graph_edges(Graph, Edges1, Edges).

vertex_edges([], _, Edges, Edges).
vertex_edges([To|Tos], From, [From-To|Edges0], Edges) :-
    vertex_edges(Tos, From, Edges0, Edges).

%!  add_vertices(+Graph0, +Vertices, -Graph) is det.
%
%   Graph is Graph0 with Vertices.
%
%   ?- add_vertices([a-[]], [b,a], Graph).
%      Graph = [a-[],b-[]].

add_vertices(Graph0, Vertices, Graph) :-
    vertices_edges_to_ugraph(Vertices, [], Graph1),
    ugraph_union(Graph0, Graph1, Graph).

%!  del_vertices(+Graph0, +Vertices, -Graph) is det.
%
%   Graph is Graph0 without Vertices and the edges at them.
%
%   ?- del_vertices([a-[b],b-[]], [b], Graph).
%      Graph = [a-[]].

del_vertices(Graph0, Vertices, Graph) :-
    sort(Vertices, VertexSet),
    without_vertices(Graph0, VertexSet, Graph).

without_vertices([], _, []).
without_vertices([Vertex-Neighbours0|Graph0], Removed, Graph) :-
    (   ord_memberchk(Vertex, Removed)
    ->  Graph = Graph1
    ;   ord_subtract(Neighbours0, Removed, Neighbours),
        Graph = [Vertex-Neighbours|Graph1]
    ),
    without_vertices(Graph0, Removed, Graph1).

%!  add_edges(+Graph0, +Edges, -Graph) is det.
%
%   Graph is Graph0 with Edges and the vertices at their ends.
%
%   ?- add_edges([a-[]], [a-b], Graph).
%      Graph = [a-[b],b-[]].

add_edges(Graph0, Edges, Graph) :-
    vertices_edges_to_ugraph([], Edges, Graph1),
    ugraph_union(Graph0, Graph1, Graph).

%!  del_edges(+Graph0, +Edges, -Graph) is det.
%
%   Graph is Graph0 without Edges.
%
%   ?- del_edges([a-[b],b-[]], [a-b], Graph).
%      Graph = [a-[],b-[]].

del_edges(Graph0, Edges, Graph) :-
    vertices_edges_to_ugraph([], Edges, Removed),
    without_edges(Graph0, Removed, Graph).

without_edges([], _, []).
without_edges([Vertex-Neighbours0|Graph0], Removed, Graph) :-
    Graph = [Vertex-Neighbours|Graph1],
    (   neighbours(Vertex, Removed, RemovedNeighbours)
    ->  ord_subtract(Neighbours0, RemovedNeighbours, Neighbours)
    ;   Neighbours = Neighbours0
    ),
    without_edges(Graph0, Removed, Graph1).

%!  ugraph_union(+Graph1, +Graph2, -Graph) is det.
%
%   Graph has the vertices and edges of Graph1 and of Graph2.
%
%   ?- ugraph_union([a-[b],b-[]], [a-[c],c-[]], Graph).
%      Graph = [a-[b,c],b-[],c-[]].

ugraph_union([], Graph, Graph).
ugraph_union([Entry1|Graph1], Graph2, Graph) :-
    union_with(Graph2, Entry1, Graph1, Graph).

union_with([], Entry1, Graph1, [Entry1|Graph1]).
union_with([V2-Ns2|Graph2], V1-Ns1, Graph1, Graph) :-
    compare(Order, V1, V2),
    union_with(Order, V1-Ns1, Graph1, V2-Ns2, Graph2, Graph).

union_with(=, V-Ns1, Graph1, _-Ns2, Graph2, [V-Ns|Graph]) :-
    ord_union(Ns1, Ns2, Ns),
    ugraph_union(Graph1, Graph2, Graph).
union_with(<, Entry1, Graph1, Entry2, Graph2, [Entry1|Graph]) :-
    union_with(Graph1, Entry2, Graph2, Graph).
union_with(>, Entry1, Graph1, Entry2, Graph2, [Entry2|Graph]) :-
    union_with(Graph2, Entry1, Graph1, Graph).

%!  neighbours(+Vertex, +Graph, -Neighbours) is semidet.
%
%   Neighbours holds the vertices to which an edge leads from Vertex.
%
%   ?- neighbours(a, [a-[b],b-[]], Neighbours).
%      Neighbours = [b].

neighbours(Vertex, [Vertex0-Neighbours0|Graph], Neighbours) :-
    compare(Order, Vertex, Vertex0),
    neighbours(Order, Vertex, Neighbours0, Graph, Neighbours).

neighbours(=, _, Neighbours, _, Neighbours).
neighbours(>, Vertex, _, Graph, Neighbours) :-
    neighbours(Vertex, Graph, Neighbours).

%!  neighbors(+Vertex, +Graph, -Neighbours) is semidet.
%
%   The same as neighbours/3.
%
%   ?- neighbors(a, [a-[b],b-[]], Neighbours).
%      Neighbours = [b].

neighbors(Vertex, Graph, Neighbours) :-
    neighbours(Vertex, Graph, Neighbours).

%!  transpose_ugraph(+Graph, -Transposed) is det.
%
%   Transposed has the vertices of Graph and its edges the other way round.
%
%   ?- transpose_ugraph([a-[b,c],b-[],c-[]], Graph).
%      Graph = [a-[],b-[a],c-[a]].

transpose_ugraph(Graph, Transposed) :-
    edges(Graph, Edges),
    vertices(Graph, Vertices),
    transpose_pairs(Edges, Reversed),
    vertices_edges_to_ugraph(Vertices, Reversed, Transposed).

%!  complement(+Graph, -Complement) is det.
%
%   Complement has the vertices of Graph and an edge between each two different
%   vertices where Graph has none.
%
%   ?- complement([a-[b],b-[]], Graph).
%      Graph = [a-[],b-[a]].

complement(Graph, Complement) :-
    vertices(Graph, Vertices),
    complement_of(Graph, Vertices, Complement).

complement_of([], _, []).
complement_of([Vertex-Neighbours0|Graph], Vertices, [Vertex-Neighbours|Rest]) :-
    ord_add_element(Neighbours0, Vertex, Excluded),
    ord_subtract(Vertices, Excluded, Neighbours),
    complement_of(Graph, Vertices, Rest).

%!  compose(+Graph1, +Graph2, -Composition) is det.
%
%   Composition has the vertices of both graphs, and an edge where one of Graph1
%   followed by one of Graph2 leads.
%
%   ?- compose([a-[b],b-[]], [b-[c],c-[]], Graph).
%      Graph = [a-[c],b-[],c-[]].

compose(Graph1, Graph2, Composition) :-
    vertices(Graph1, Vertices1),
    vertices(Graph2, Vertices2),
    ord_union(Vertices1, Vertices2, Vertices),
    compose_vertices(Vertices, Graph1, Graph2, Composition).

compose_vertices([], _, _, []).
compose_vertices([Vertex|Vertices], Graph1, Graph2, [Vertex-Targets|Rest]) :-
    (   neighbours(Vertex, Graph1, Neighbours)
    ->  all_neighbours(Neighbours, Graph2, Lists),
        ord_union(Lists, Targets)
    ;   Targets = []
    ),
    compose_vertices(Vertices, Graph1, Graph2, Rest).

all_neighbours([], _, []).
all_neighbours([Vertex|Vertices], Graph, Lists) :-
    (   neighbours(Vertex, Graph, Neighbours)
    ->  Lists = [Neighbours|Lists1]
    ;   Lists = Lists1
    ),
    all_neighbours(Vertices, Graph, Lists1).

%!  reachable(+Vertex, +Graph, -Vertices) is semidet.
%
%   Vertices holds Vertex, which is in Graph, and all that paths from it lead
%   to.
%
%   ?- reachable(a, [a-[b],b-[c],c-[],d-[a]], Vertices).
%      Vertices = [a,b,c].

reachable(Vertex, Graph, Vertices) :-
    neighbours(Vertex, Graph, _),
    !,
    ord_list_to_assoc(Graph, Map),
    reachable_from([Vertex], Map, [Vertex], Vertices).

reachable_from([], _, Reached, Reached).
reachable_from([Vertex|Vertices], Map, Reached0, Reached) :-
    get_assoc(Vertex, Map, Neighbours),
    ord_union(Reached0, Neighbours, Reached1, New),
    append(New, Vertices, Vertices1),
    reachable_from(Vertices1, Map, Reached1, Reached).

%!  transitive_closure(+Graph, -Closure) is det.
%
%   Closure has the vertices of Graph, and an edge where a path of one or more
%   edges of Graph leads.
%
%   ?- transitive_closure([a-[b],b-[c],c-[]], Graph).
%      Graph = [a-[b,c],b-[c],c-[]].

transitive_closure(Graph, Closure) :-
    closure_over(Graph, Graph, Closure).

%   Allows the vertices one after the other as inner vertices of a path.

closure_over([], Closure, Closure).
closure_over([Vertex-_|Entries], Graph0, Closure) :-
    neighbours(Vertex, Graph0, Neighbours),
    paths_through(Graph0, Vertex, Neighbours, Graph),
    closure_over(Entries, Graph, Closure).

paths_through([], _, _, []).
paths_through([V-Ns0|Graph0], Vertex, Neighbours, [V-Ns|Graph]) :-
    (   ord_memberchk(Vertex, Ns0)
    ->  ord_union(Ns0, Neighbours, Ns)
    ;   Ns = Ns0
    ),
    paths_through(Graph0, Vertex, Neighbours, Graph).

%!  top_sort(+Graph, -Vertices) is semidet.
%
%   Vertices holds the vertices of Graph, each before those that its edges lead
%   to. It fails if Graph has a cycle.
%
%   ?- top_sort([a-[b],b-[],c-[a]], Vertices).
%      Vertices = [c,a,b].

top_sort(Graph, Vertices) :-
    top_sort(Graph, Vertices, []).

%!  top_sort(+Graph, -Vertices, ?Tail) is semidet.
%
%   As top_sort/2, with Vertices ending in Tail.
%
%   ?- top_sort([a-[b],b-[]], Vertices, Tail).
%      Vertices = [a,b|Tail].

top_sort(Graph, Vertices, Tail) :-
    vertices(Graph, All),
    zero_degrees(All, Degrees0),
    ord_list_to_assoc(Degrees0, Map0),
    ord_list_to_assoc(Graph, Neighbours),
    count_edges(Graph, Map0, Map),
    without_incoming(All, Map, Sources),
    length(All, Count),
    sorted_vertices(Sources, Neighbours, Map, Count, Vertices, Tail).

zero_degrees([], []).
zero_degrees([Vertex|Vertices], [Vertex-0|Pairs]) :-
    zero_degrees(Vertices, Pairs).

%   Maps each vertex to the number of edges that lead to it.

count_edges([], Map, Map).
count_edges([_-Neighbours|Graph], Map0, Map) :-
    change_degrees(Neighbours, 1, Map0, Map1),
    count_edges(Graph, Map1, Map).

change_degrees([], _, Map, Map).
change_degrees([Vertex|Vertices], Change, Map0, Map) :-
    get_assoc(Vertex, Map0, Degree0, Map1, Degree),
    Degree is Degree0 + Change,
    change_degrees(Vertices, Change, Map1, Map).

without_incoming([], _, []).
without_incoming([Vertex|Vertices], Map, Sources) :-
    (   get_assoc(Vertex, Map, 0)
    ->  Sources = [Vertex|Sources1]
    ;   Sources = Sources1
    ),
    without_incoming(Vertices, Map, Sources1).

%   Count is the number of vertices still to come: more than 0 at the end if
%   those left are on a cycle.

sorted_vertices([], _, _, 0, Tail, Tail).
sorted_vertices([Vertex|Sources0], Graph, Map0, Count0, Vertices0, Tail) :-
    Vertices0 = [Vertex|Vertices],
    get_assoc(Vertex, Graph, Neighbours),
    change_degrees(Neighbours, -1, Map0, Map),
    without_incoming(Neighbours, Map, NewSources),
    append_reversed(NewSources, Sources0, Sources),
    Count is Count0 - 1,
    sorted_vertices(Sources, Graph, Map, Count, Vertices, Tail).

append_reversed([], Vertices, Vertices).
append_reversed([Vertex|Vertices0], Acc, Vertices) :-
    append_reversed(Vertices0, [Vertex|Acc], Vertices).

%!  connect_ugraph(+Graph, -Start, -Connected) is det.
%
%   Connected is Graph with a new vertex Start, which comes before all others,
%   and an edge from it to each vertex of Graph.
%
%   ?- connect_ugraph([a-[b],b-[]], Start, Graph).
%      Start = 0, Graph = [0-[a,b],a-[b],b-[]].

connect_ugraph([], 0, []).
connect_ugraph([Vertex-Neighbours|Graph], Start, Connected) :-
    vertices([Vertex-Neighbours|Graph], Vertices),
    before(Vertex, Start),
    Connected = [Start-Vertices,Vertex-Neighbours|Graph].

%   Start comes before Vertex in the standard order.

before(Vertex, Start) :-
    (   number(Vertex)
    ->  Start is floor(Vertex) - 1
    ;   Start = 0
    ).
